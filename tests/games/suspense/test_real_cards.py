"""Real cards on a table, which one seat presses for all of its players: paragraph S25."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from facedown.core.beside import called, named
from facedown.core.errors import BadOption, BadRecord, IllegalMove, MalformedMove
from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.messages import said_to
from facedown.core.moves import Move
from facedown.core.roster import new_bot, new_judge
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.beside import BesideState
from facedown.games.suspense.cards import ALL_CARDS, NAMES
from facedown.games.suspense.moves import FOLD, HOLD, PASS, TURN_OVER, FirstDealer
from facedown.games.suspense.rules import HAND_SIZE, score_round, share_out
from facedown.games.suspense.view import SuspenseView
from facedown.table.replay import is_judged
from facedown.testing.playing import random_match
from facedown.testing.replay import check_replay

THREE = "Ann, Ben, Cleo"


def real(**options: bool | int | str) -> Match:
    """A table at which Ann deals first."""
    chosen = {"names": THREE, "dealer": 1, **options}
    return Match(Suspense(1, cards="real", **chosen), seed="3", players=("me",))


def pressed(match: Match, *lines: str) -> SuspenseView:
    """What is seen after these typed lines."""
    for line in lines:
        match.play(0, match.game.read(line, match.view(0)))
    return view_of(match)


def view_of(match: Match) -> SuspenseView:
    """What is seen."""
    view = match.view(0)
    assert isinstance(view, SuspenseView)
    assert view == replace(view_as(match, ONLOOKER), seat=0, legal=view.legal)
    return view


def view_as(match: Match, seat: int) -> SuspenseView:
    """What a seat or an onlooker sees."""
    view = match.view(seat)
    assert isinstance(view, SuspenseView)
    return view


def asks(view: SuspenseView) -> tuple[str, int | str | None]:
    """What is asked for."""
    assert view.beside is not None
    asked = view.beside.asks
    return asked, view.beside.turn if asked == "turn" else view.beside.card


def test_s25_whoever_has_the_turn_lays_down_any_card_that_is_not_in_play() -> None:
    """S25, S17: turns go on to the left; a card lies there once, and a first turn is a card."""
    match = real()
    view = view_of(match)
    assert view.legal == tuple(range(13))
    assert (view.hand, view.secret, asks(view)) == (None, None, ("turn", 0))
    view = pressed(match, "W6", "black 3")
    assert view.played == (("W6",), ("B3",), ())
    assert (view.total, asks(view)) == (9, ("turn", 2))
    with pytest.raises(IllegalMove, match="On the table already: white 6"):
        pressed(match, "W6")
    with pytest.raises(IllegalMove, match="On their first turn of a round Cleo must play a card"):
        pressed(match, "pass")
    with pytest.raises(IllegalMove, match="The round is not over: press the turn of Cleo"):
        pressed(match, "turn over W1")
    assert asks(pressed(match, "?", "pass", "fold")) == ("turn", 2)


def test_s25_nobody_lays_down_more_cards_than_were_dealt() -> None:
    """S25, S12: four each of three, six each of two; then one passes or folds."""
    lines = {
        THREE: ("W1", "W2", "?", "W3", "pass", "pass", "B1", "pass", "pass", "B2"),
        "Ann, Ben": ("W1", "B1", "?", "pass", "W2", "pass", "B2", "pass", "W3", "pass", "B3"),
    }
    for players, turns in lines.items():
        match = real(names=players, limit=42)
        view = pressed(match, *turns)
        assert len(view.played[0]) == HAND_SIZE[len(players.split(","))]
        while asks(view) != ("turn", 0):
            view = pressed(match, "pass" if view.passed != (0,) else "W5")
        assert view.legal == (PASS, FOLD)
        with pytest.raises(IllegalMove, match="No card is left in the hand of Ann"):
            pressed(match, "B6")


def test_s25_a_round_ends_as_ever_and_the_secret_card_is_turned_over() -> None:
    """S25, S13, S14: at the limit, by passes, or when one is left; then it is asked for."""
    for lines in (
        ("W6", "B6", "W5", "B5"),
        ("W1", "B1", "?", "pass", "pass", "pass"),
        ("W1", "B1", "?", "fold", "fold"),
    ):
        match = real()
        view = pressed(match, *lines)
        assert asks(view) == ("secret", None)
        table = {name for cards in view.played for name in cards}
        assert {NAMES[action - TURN_OVER] for action in view.legal} == set(NAMES) - table
        with pytest.raises(IllegalMove, match="press the card that was the secret"):
            pressed(match, "fold")
        with pytest.raises(IllegalMove, match="On the table already: "):
            pressed(match, lines[0])
        view = pressed(match, "W2")  # highest black in play
        assert asks(view) == ("turn", 1)  # Ben deals
        assert [line.points for line in view.sheets[0].lines].count(0) < 3


def test_s25_who_holds_a_winning_card_is_asked() -> None:
    """S25, S24, S5: once for each of two; the answer scores its own stars."""
    match = real()
    view = pressed(match, "W1", "B1", "?", "pass", "pass", "pass", "B6")  # lowest number in hand
    assert asks(view) == ("holder", "W2")
    assert view.legal == (HOLD, HOLD + 1, HOLD + 2)
    assert asks(pressed(match, "Ben")) == ("holder", "B2")
    view = pressed(match, "3")
    assert [line.points for line in view.sheets[0].lines] == [0, 3, 3]
    assert [line.hand for line in view.sheets[0].lines] == [(), ("W2",), ("B2",)]
    assert view.points == (0, 3, 3)
    told = match.events(0)[-1].text
    assert told.startswith("Cleo holds it: black 2. Round 1 is over")
    assert "Ben wins with white 2: 3 points. In play black 1." in told


def test_s25_who_cannot_hold_a_card_is_not_asked_about() -> None:
    """S25: who has laid down all cards holds none; where one is left, nobody is asked."""
    match = real(limit=42)
    view = pressed(match, "W1", "W2", "?", "B1", "pass", "pass", "B2", "pass", "pass", "W3")
    view = pressed(match, "pass", "pass", "pass")
    assert len(view.played[0]) == 4
    view = pressed(match, "B1" if "B1" not in view.played[0] else "B4")  # lowest white in hand
    assert asks(view) == ("holder", "W4")
    with pytest.raises(IllegalMove, match="Ann cannot hold it: white 4"):
        pressed(match, "Ann")
    with pytest.raises(IllegalMove, match="Press who holds this card: white 4"):
        match.play(0, match.state().move_of(0, 5))
    assert view_of(match).legal == (HOLD + 1, HOLD + 2)

    match = real(names="Ann, Ben", limit=42)
    lines = ("W1", "B1", "W2", "pass", "W3", "pass", "W4", "pass", "W5", "pass", "W6", "pass")
    view = pressed(match, *lines, "pass", "B2")  # highest black in hand: only Ben has cards
    assert asks(view)[0] == "turn"
    assert [line.hand for line in view.sheets[0].lines] == [(), ("B6",)]
    assert view.sheets[0].lines[1].points == 2


def test_s25_the_next_best_card_is_asked_for_where_folders_do_not_count() -> None:
    """S25, S1: a folder's winning card is out of the comparison with folded_out."""
    lines = ("W1", "B1", "?", "fold", "pass", "pass", "B2", "Ann")  # highest black in hand
    view = pressed(real(), *lines)
    assert [line.why for line in view.sheets[0].lines] == ["folded-a-win", "lost", "lost"]
    match = real(folded_out=True)
    view = pressed(match, *lines)
    assert asks(view) == ("holder", "B5")
    view = pressed(match, "Ben")
    assert [line.why for line in view.sheets[0].lines] == ["folded-in-time", "won", "lost"]


def _presses(state: BesideState, rng: random.Random) -> Iterator[int]:
    """Everything that is pressed in a round, drawn; the state follows."""
    while not state.rounds:
        action = rng.choice(state.legal(0))
        if action == FOLD and rng.random() < 0.5:
            action = PASS
        state.apply(0, action)
        yield action


def _ways(state: BesideState) -> Iterator[Sequence[int]]:
    """Every way in which the hands can be, from what is known at the end of a round."""
    round_ = state.rounds[0]
    known = sum(round_.hands) | sum(round_.played) | 1 << round_.secret
    size = HAND_SIZE[len(round_.hands)]
    sizes = tuple(
        size - (hand | cards).bit_count()
        for hand, cards in zip(round_.hands, round_.played, strict=True)
    )
    for more in share_out(ALL_CARDS & ~known, sizes):
        yield [hand | others for hand, others in zip(round_.hands, more, strict=True)]


@pytest.mark.parametrize(("out", "both"), [*product((False, True), repeat=2)])
@pytest.mark.parametrize("players", [THREE, "Ann, Ben"])
def test_s25_the_score_never_depends_on_what_nobody_was_asked(
    players: str, out: bool, both: bool
) -> None:
    """S25: with any hands that fit what is known, every player scores the same."""
    rng = random.Random(players)
    seen = set()
    for _ in range(50):
        table = Suspense(
            1, cards="real", names=players, dealer=1, goal=0, folded_out=out, both=both
        )
        state = table.start()
        assert isinstance(state, BesideState)
        list(_presses(state, rng))
        round_ = state.rounds[0]
        seen.add(round_.secret)
        for hands in _ways(state):
            scores = score_round(
                table.setting.faces,
                round_.secret,
                hands,
                round_.played,
                round_.folded,
                out=out,
                both=both,
            )
            assert scores == round_.scores
    assert len(seen) > 10


@pytest.mark.parametrize("out", [False, True])
def test_s25_what_is_asked_leads_to_the_score_of_the_hands_that_were_dealt(out: bool) -> None:
    """S25: who answers from hands that nobody shows gets what a dealt game of them scores."""
    rng = random.Random(25)
    for _ in range(150):
        table = Suspense(1, cards="real", dealer=1, goal=0, folded_out=out)
        state = table.start()
        assert isinstance(state, BesideState)
        deck = rng.sample(range(13), 13)
        secret, hands = deck[0], [set(deck[1 + 4 * n : 5 + 4 * n]) for n in range(3)]
        while not state.rounds:
            legal = state.legal(0)
            if state.asked >= 0:
                holder = next(n for n in range(3) if state.asked in hands[n])
                assert HOLD + holder in legal
                state.apply(0, HOLD + holder)
            elif state.over_at_table:
                state.apply(0, TURN_OVER + secret)
            else:
                mine = hands[state.turn]
                action = rng.choice([a for a in legal if a >= PASS or a in mine])
                mine.discard(action)
                state.apply(0, action)
        round_ = state.rounds[0]
        held = [sum(1 << card for card in hand) for hand in hands]
        scores = score_round(
            table.setting.faces, secret, held, round_.played, round_.folded, out=out
        )
        assert scores == round_.scores


def test_s25_a_wrong_press_is_taken_back() -> None:
    """S25: also the one that ended the round, and more than one; the log tells no move of it."""
    match = real()
    before = pressed(match, "W6", "B6", "W5")
    pressed(match, "B5", "W3")
    assert view_of(match).round == 2
    match.undo(0)
    assert asks(view_of(match)) == ("secret", None)
    match.undo(0)
    assert view_of(match) == before
    assert match.undo_refusal(0) is None


def test_s25_a_lot_draws_the_first_dealer_and_the_deal_goes_to_the_left() -> None:
    """S25, S16, S17: nature draws nothing else."""
    match = Match(Suspense(cards="real", names=THREE), seed="3", players=("me",))
    (drawn,) = [entry.move for entry in match.log.entries if entry.seat == NATURE]
    assert isinstance(drawn, FirstDealer)
    assert asks(view_of(match)) == ("turn", drawn.dealer)
    name = called(("Ann", "Ben", "Cleo"))[drawn.dealer]
    assert match.events(0)[0].text == f"{name} is drawn to deal first."
    match = random_match(Suspense(cards="real", names=THREE, dealer=2), "1")
    assert [sheet.dealer for sheet in view_of(match).sheets][:4] == [1, 2, 0, 1]
    assert all(entry.seat == 0 for entry in match.log.entries)


def test_s25_whoever_reaches_the_goal_wins() -> None:
    """S25, S18: the players win, each by name; the one seat wins with whoever does."""
    match = real(goal=3)
    view = pressed(match, "W1", "B1", "?", "pass", "pass", "pass", "B6", "Ben", "Cleo")
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert view.outcome.reason == "Ben and Cleo reached 3 points."
    assert match.game.ending(view).words == "Ben and Cleo win"
    assert "1. lowest number in hand: Ann 0, Ben 3, Cleo 3" in match.game.show(view)
    match = real(goal=0)
    view = pressed(match, "W1", "B1", "?", "fold", "pass", "pass", "W2")  # highest black in play
    assert match.game.ending(view).words == "Ben wins"
    assert match.game.ending(view).why == "Ben scored most."
    match = real(goal=0)
    view = pressed(match, "?", "W1", "W4", "pass", "pass", "pass", "W2")
    assert match.game.ending(view).words == "Nobody wins"
    assert view.outcome is not None
    assert view.outcome.winners == ()


def test_s25_two_or_three_players_have_names() -> None:
    """S25: names are texts that anybody could have typed, and nothing else."""
    view = view_of(Match(Suspense(cards="real", dealer=3), seed="1", players=("me",)))
    assert view.beside is not None
    assert called(view.beside.players) == ("Player 1", "Player 2", "Player 3")
    assert Suspense(cards="real", names=" Ann ,  Ben").setting.limit == 15
    for text in ("Ann", "Ann, Ben, Cleo, Dan", "Ann, , Ben", "Ann, ann", "{0}, Ben", "A\u202eb, C"):
        with pytest.raises(BadOption, match="2 to 3 names of at most 20 characters"):
            Suspense(cards="real", names=text)
    with pytest.raises(BadOption, match="Only with real cards"):
        Suspense(names=THREE)
    with pytest.raises(BadOption, match="Seat 3 cannot deal"):
        Suspense(cards="real", names="Ann, Ben", dealer=3)
    with pytest.raises(BadOption, match="With these options Suspense has 1 seat, not 3"):
        Suspense(3, cards="real")
    with pytest.raises(BadOption, match="Suspense is for 2 to 3 players, not 1"):
        Suspense(1)


def test_players_are_never_you() -> None:
    match = real()
    pressed(match, "W1", "B1", "?", "pass", "pass", "pass", "B6", "Ben", "Cleo")
    text = "\n".join(said_to(0, event.text) for event in match.events(0))
    assert "Ann plays white 1" in text
    assert "You" not in text
    assert named("{0} 3, {1} 4", ("Ann", "Ben")) == "Ann 3, Ben 4"


def test_what_is_typed() -> None:
    match = real()
    read, view = match.game.read, view_of(match)
    moves: list[Move] = [match.state().move_of(0, action) for action in range(HOLD + 3)]
    for move in moves:
        assert read(match.game.typed(move), view) == move
    assert match.game.prompt(view) == "First turn of Ann: type the card that is laid down."
    pressed(match, "W1", "B1", "red")
    assert match.game.prompt(view_of(match)) == (
        "Turn of Ann: type the card that is laid down, pass, or fold."
    )
    pressed(match, "pass", "pass", "pass")
    assert "type the card that was the secret" in match.game.prompt(view_of(match))
    assert read("white 4", view_of(match)) == moves[TURN_OVER + 3]
    pressed(match, "black six")
    assert match.game.prompt(view_of(match)) == (
        "Who holds this card: white 2? Type Ann, Ben or Cleo."
    )
    with pytest.raises(MalformedMove, match="That is no player here; type Ann, Ben or Cleo"):
        read("Dan", view_of(match))
    assert read("BEN", view_of(match)) == read("hold 2", view_of(match)) == moves[HOLD + 1]


def test_logs_are_read_again_and_views_from_outside_are_checked() -> None:
    match = real(goal=2)
    check_replay(match.game)
    again = read_log(write_log(random_match(match.game, "7").log))
    assert again.options["names"] == THREE
    view = view_of(match)
    for line in ("W1", "B1", "?", "pass", "pass", "pass", "B6", "Ben"):
        view = pressed(match, line)
        match.game.check_view(view)
        match.game.check_view(view_as(match, ONLOOKER))
    assert view.beside is not None
    for odd in (
        replace(view, total=3),
        replace(view, points=(9, 0, 0)),
        replace(view, beside=None),
        replace(view, beside=replace(view.beside, held=(("W5",), (), ()))),
        replace(view, beside=replace(view.beside, turn=1)),
    ):
        with pytest.raises(BadRecord):
            match.game.check_view(odd)


def test_players_made_of_software_know_nothing_of_real_cards() -> None:
    match = real(goal=0)
    assert new_judge(match.game) is None
    assert not is_judged(match.game)
    while match.actors:
        view = view_of(match)
        action = new_bot(match.game, "expert").act(view, random.Random(1))
        assert action in view.legal
        match.play(0, action)


def test_aids_name_the_players_and_nobodys_prospects() -> None:
    match = real()
    view = pressed(match, "W1", "B1", "?", "fold", "pass")
    said = match.game.aid("standing", view, ())
    assert said.endswith("Passed in a row: Ben. Folded: Ann.")
    said = match.game.aid("conditions", view, ())
    assert "white 2 (highest black in play): possible" in said
    assert "you" not in said.replace("you see", "")
    assert {mark.says for mark in match.game.aid_marks("conditions", view, ())} == {"open", "out"}
