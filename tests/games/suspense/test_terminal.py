"""Suspense as it is played in the terminal; see also the recorded game in ``tests/golden``."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.registry import game_class
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.moves import Deal, Fold, Pass
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.words import cards_listed, condition_words
from facedown.terminal.arguments import usual_seats
from facedown.terminal.main import main

GAME = ("play", "suspense", "--seed", "7", "--seats", "human,human,human", "--hints", "none")


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The file that paragraph S23 of the rulebook shows."""
    found = re.search(r"```toml\n(.*?)```", Suspense.rulebook(), re.DOTALL)
    assert found is not None
    path = tmp_path / "table.toml"
    path.write_text(found[1])
    return path


def test_s23_the_rulebooks_example_of_a_card_table_is_a_file_to_play_with(
    example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: the option `table` takes other stars and conditions, from a file too."""
    monkeypatch.chdir(example.parent)
    assert main([*GAME, "--option", "table=@table.toml", "--log", "g.log"]) == 0
    assert 'Options: table=title = "Low tide"' in capsys.readouterr().out
    standard, table = _faces(Suspense()), _faces(Suspense(table=example.read_text()))
    assert [face for face in table if face not in standard] == [
        (2, "lowest white in hand"),
        (3, "highest sum of numbers in play"),
    ]
    assert table[:5] == standard[:5]
    assert table[6:12] == standard[6:12]


def _faces(game: Suspense) -> list[tuple[int, str]]:
    view = Match(game, seed="1").view(ONLOOKER)
    assert isinstance(view, SuspenseView)
    return list(zip(view.stars, map(condition_words, view.conditions), strict=True))


def test_s23_whoever_plays_is_shown_what_is_other_than_printed(example: Path) -> None:
    """S23: what it does not name stays as in the list of cards."""
    game: Game = Suspense(3, dealer=1, table=example.read_text())
    shown = game.show(Match(game, seed="1").view(1))
    assert (
        "Cards that are other than printed:\n"
        "  W6  white 6, 2 stars: lowest white in hand\n"
        '  ?   the red "?", 3 stars: highest sum of numbers in play\n'
    ) in shown
    plain: Game = Suspense(3, dealer=1)
    assert "other than printed" not in plain.show(Match(plain, seed="1").view(1))


def test_s15_all_hands_are_shown_by_the_move_that_ends_a_round() -> None:
    """S15: when a round ends all hands are shown."""
    game: Game = Suspense(3, dealer=1)
    match = Match(game, seed="5")
    for _ in range(3):
        (seat,) = match.actors
        match.play(seat, match.view(seat).legal[0])
    hands = [view.hand for view in map(match.view, range(3)) if isinstance(view, SuspenseView)]
    for _ in range(3):
        match.play(match.actors[0], Pass())
    for viewer in (0, 1, 2, ONLOOKER):
        *_, end, deal = match.events(viewer)
        first, secret, _, *lines = end.text.splitlines()
        assert first.startswith("{2} passes. Round 1 is over: all still in have passed; the sum ")
        assert secret.startswith("  The secret card was ")
        for seat, (hand, line) in enumerate(zip(hands, lines, strict=True)):
            assert line.startswith(f"  {{{seat}}} ")
            assert line.endswith(f"; in hand {cards_listed(hand or ())}.")
        assert deal.text.startswith("Round 2, ")
        assert "is over" not in game.show(match.view(viewer))


def test_a_pass_says_who_could_end_the_round_by_passing_too() -> None:
    match = Match(Suspense(3, dealer=1), seed="5")
    for _ in range(3):
        match.play(match.actors[0], match.view(match.actors[0]).legal[0])
    assert "pass, or fold." in match.game.prompt(match.view(0))
    match.play(0, Pass())
    assert match.events(1)[-1].text == "{0} passes; should {1} and {2} pass too, the round ends."
    match.play(1, Fold())
    assert "pass (which ends the round), or fold." in match.game.prompt(match.view(2))


def test_a_hand_says_what_it_rules_out_unless_another_card_says_the_same() -> None:
    table = '{"B2": [1, "highest white in play"], "B3": [1, "highest white in play"]}'
    game = Suspense(2, dealer=1, table=table)
    hands = (("W3", "W4", "W5", "W6", "B1", "?"), ("W1", "B2", "B3", "B4", "B5", "B6"))
    state = game.start()
    state.apply(NATURE, state.action_of(NATURE, Deal(hands, "W2")))
    other, dealer = game.show(state.view(1)), game.show(state.view(0))
    assert "  W1  white 1, 2 stars; out: highest number in play\n" in other
    assert "  B2  black 2, 1 star; also on W3, so not out: highest white in play\n" in other
    assert "  W3  white 3, 4 stars\n" in dealer
    assert dealer.endswith("The secret card is white 2: highest black in play.")
    sums = game.start()
    sums.apply(NATURE, sums.action_of(NATURE, Deal((("W2", *hands[0][:5]), hands[1]), "?")))
    assert game.show(sums.view(0)).endswith("lowest sum of numbers in play, for 2 points.")


def ended(secret: str, *turns: str, **options: OptionValue) -> list[str]:
    """The lines in which the end of a round of two is told; the first seat begins."""
    game = Suspense(2, goal=0, dealer=1, **options)
    rest = [name for name in NAMES if name not in (secret, *turns)]
    hands = []
    for seat in range(2):
        hand = {turn for turn in turns[seat::2] if turn in NAMES}
        while len(hand) < 6:
            hand.add(rest.pop())
        hands.append(tuple(sorted(hand, key=NAMES.index)))
    state = before = game.start()
    state.apply(NATURE, state.action_of(NATURE, Deal(tuple(hands), secret)))
    actions = [(*NAMES, "pass", "fold").index(turn) for turn in turns]
    for number, action in enumerate(actions):
        before = state.clone()
        assert state.verify(number % 2, action) is None, turns[number]
        state.apply(number % 2, action)
    return game.witness(before, (len(turns) - 1) % 2, actions[-1], state, 0).text.splitlines()


def test_an_end_says_why_and_at_which_sum() -> None:
    assert ended("B1", "W1", "W2", "fold")[0] == (
        "{0} folds. Round 1 is over: everybody but {1} has folded; the sum in play is 3."
    )
    assert ended("B1", "W5", "W6", "B6")[0] == (
        "{0} plays black 6; the sum is 17. Round 1 is over: the sum in play, 17, has reached 15."
    )


def test_s4_an_end_says_that_no_card_is_what_was_asked_for() -> None:
    """White 2 asks for the highest black in play."""
    _, secret, decided, *lines = ended("W2", "W1", "W4", "fold")
    assert secret == "  The secret card was white 2: highest black in play."
    assert decided == "  No card in play is what it asks for, so nobody wins."
    assert lines[0].startswith("  {0} folded and would have lost: 1 point. In play white 1; in ")
    assert lines[1].startswith("  {1} has no winning card: 0 points.")


def test_s1_an_end_says_that_folded_cards_do_not_count_where_they_do_not() -> None:
    _, _, decided, *lines = ended("W3", "W5", "W4", "fold", folded_out=True)
    assert decided == "  The winning card was white 4."
    assert lines[0].startswith("  {0} folded, and folded cards do not count: 1 point.")
    _, _, decided, *_ = ended("W2", "B2", "W4", "fold", folded_out=True)
    assert decided == "  No card in play of those still in is what it asks for, so nobody wins."
    _, _, decided, *lines = ended("W3", "W5", "W4", "fold")
    assert decided == "  The winning card was white 5, but folded: nobody wins."
    assert lines[0].startswith("  {0} folded although white 5 would have won: 0 points.")


def test_s6_an_end_says_how_two_winning_cards_of_one_owner_score() -> None:
    table = '{"B1": [2, "lowest number in play"]}'
    turns = ("W2", "W4", "B2", "W6", "B6")
    _, _, decided, *lines = ended("B1", *turns, table=table, limit=20)
    assert decided == "  The winning cards were white 2 and black 2."
    assert lines[0].startswith(
        "  {0} wins with white 2 and black 2, which score once, the higher (S6): 3 points."
    )
    _, _, _, *lines = ended("B1", *turns, table=table, limit=20, both=True)
    assert lines[0].startswith("  {0} wins with white 2 and black 2, both scored: 6 points.")


def test_s10_an_end_tells_the_sums_where_they_decide() -> None:
    _, _, decided, *lines = ended("?", "W5", "W2", "fold")
    assert decided == "  The lowest sum was 2."
    assert lines[1].startswith("  {1} wins with the sum 2: 2 points.")
    _, _, decided, *lines = ended("?", "W1", "W2", "fold")
    assert decided == "  The lowest sum was 1, but folded: nobody wins."
    assert lines[0].startswith("  {0} folded although the sum 1 would have won: 0 points.")
    assert lines[1].startswith("  {1} has the sum 2: 0 points.")


def test_the_end_of_a_round_is_told_once_and_before_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--option", "goal=3", "--option", "dealer=1", "--seed", "27951")
    typed = "W1\nfold\nfold\npass\nW1\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    main(["play", "suspense", "--seats", "human,bot:careful", *options])
    out = capsys.readouterr().out
    assert out.count("Round 1 is over: ") == out.count("Round 2, dealt by Seat 2 (careful). ") == 1
    assert out.index("Round 1 is over: ") < out.index("Round 2, dealt by Seat 2 (careful). ")


def test_a_line_that_is_no_move_is_answered_by_what_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("p\nwhite1\nf\nquit\n"))
    main(
        ["play", "suspense", "--seats", "human,bot:careful", "--seed", "27951", "--option=dealer=1"]
    )
    out = capsys.readouterr().out
    assert "That is not a move; type the card to play: W1, W4, W5, W6, B5 or ?.\n" in out
    assert "Seat 1 (you) plays white 1; the sum is 1.\n" in out
    assert "type a card (W4, W5, W6, B5, ?), or the whole word pass or fold.\n" in out


def test_a_newcomer_is_told_what_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    main(["play", "suspense", "--seed", "27951"])
    first, aim, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("Suspense. ")
    assert aim == Suspense().aim()


def test_the_usual_others_are_careful_bots() -> None:
    assert usual_seats(game_class("suspense")) == ("human", "bot:careful", "bot:careful")
    assert usual_seats(game_class("turing")) == ("human",)


def test_the_points_of_a_game_are_told_once_at_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "bot:beginner,bot:beginner,bot:beginner"
    assert main(["play", "suspense", "--seed", "3", "--seats", seats, "--option", "goal=0"]) == 0
    end = capsys.readouterr().out.split("Round 1 is over: ")[1]
    assert end.count("Points: ") == 1
    assert end.count("The secret card was ") == 1


def test_the_card_called_question_mark_is_played_by_that_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``?`` asks for help only in games that have nothing of that name."""
    monkeypatch.chdir(tmp_path)
    seats = ("--seats", "human,human", "--option", "dealer=1")
    for typed, told in (("?", 'Seat 1 (you) plays the red "?"'), ("help", "Beside your moves")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"\n{typed}\nquit\n"))
        assert main(["play", "suspense", "--seed", "27951", *seats]) == 0
        assert told in capsys.readouterr().out


def test_s25_a_table_of_real_cards_is_kept_by_typing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S25: one human types for all; a slip is taken back."""
    lines = ("W6", "B3", "?", "W1", "undo", "W2", "pass", "pass", "pass", "B4", "Dan", "Ben")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    game = ("--option", "cards=real", "--option", "names=Ann, Ben, Cleo", "--option", "dealer=1")
    main(["play", "suspense", "--seats", "human", *game, "--option", "goal=2"])
    said = capsys.readouterr().out
    for words in (
        "First turn of Cleo: type the card that is laid down.",
        "Taken back: Ann plays white 1; the sum is 10.",
        "The secret card was black 4: lowest white in hand. Who holds this card: white 1?",
        "That is no player here; type Ann, Ben or Cleo.",
        "Ben holds it: white 1. Round 1 is over: all still in have passed",
        "Ben wins with white 1: 2 points. In play black 3.",
        "Ben reached 2 points.",
    ):
        assert words in said
