"""Typed moves at the screen: said back before they are made; and questions answered in advance."""

from __future__ import annotations

import pytest
from tests.terminal.conftest import Facedown
from tests.terminal.test_hot_seat import Screen
from tests.toys.skirmish import Attack, Give, Shout, Skirmish, Ward

from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.registry import override_game
from facedown.core.roster import Players, override_players
from facedown.core.view import View
from facedown.terminal.console import EndOfInput, _completer
from facedown.terminal.dialogue import Dialogue
from facedown.terminal.table import HotSeat


class Attacker:
    """Attacks whoever can be attacked, and never uses a shield."""

    def act(self, view: View, rng: object) -> Action:
        return view.legal[0]


def at(
    *typed: str, shield: bool = True, players: tuple[str, ...] = ("human", "bot:foe")
) -> HotSeat:
    """A table after somebody at it has typed these lines."""
    seed = next(s for s in map(str, range(50)) if _holds(s, shield))
    match = Match(Skirmish(len(players)), seed=seed, players=players)
    with override_players("skirmish", FOE):
        table = HotSeat(match, players, Screen(*typed), None, ())
        with pytest.raises(EndOfInput):
            Dialogue(table).run()
    return table


FOE = Players({"foe": lambda game: Attacker()})


def _holds(seed: str, shield: bool) -> bool:
    return bool(Match(Skirmish(), seed=seed).view(0).shield) == shield  # type: ignore[attr-defined]


def made(table: HotSeat) -> list[Move | None]:
    return [entry.move for entry in table.match.log.entries][1:]


def text(table: HotSeat) -> str:
    assert isinstance(table.console, Screen)
    return table.console.text


def test_a_typed_move_is_said_back_and_made_after_a_yes() -> None:
    table = at("shout  HOLD the  line", "yes")
    assert (
        "> shout  HOLD the  line\nThat means: 3 words for everybody.\n"
        "Warning: Your shield stays in your hand.\nDo it? (yes or no) yes\n"
        "Seat 1 (you) shouts: hold the line."
    ) in text(table)
    assert made(table)[0] == Shout("hold the line")


@pytest.mark.parametrize("answer", ["no", "", "maybe", "quit"])
def test_anything_but_yes_makes_nothing(answer: str) -> None:
    table = at("shout hold the line", answer)
    assert made(table) == []
    assert "Not done.\n" in text(table)


def test_a_move_that_needs_no_yes_is_made_after_its_meaning() -> None:
    table = at("shout hold", shield=False)
    assert "That means: One word for everybody.\nSeat 1 (you) shouts: hold." in text(table)
    assert "Warning" not in text(table)


def test_a_move_that_the_rules_refuse_is_refused_before_anybody_is_asked_for_a_yes() -> None:
    table = at("shout hold", "shout mercy upon us")
    said = text(table).partition("> shout mercy upon us\n")[2]
    assert said.startswith("That cannot be done now.")
    assert "Do it?" not in said


def test_an_unfinished_move_says_how_it_could_go_on_and_stays_to_be_mended() -> None:
    table = at("shout ", "shout hold")
    assert "It could go on as:\n  shout hold\n  shout yield\n  shout mercy\n" in text(table)
    assert isinstance(table.console, Screen)
    assert table.console.offered == ["", "shout ", ""]


def test_what_was_refused_stays_to_be_mended() -> None:
    table = at("shout mercy mercy", "no", "move shout yield now", "no")
    assert isinstance(table.console, Screen)
    assert table.console.offered == ["", "shout mercy mercy", "shout yield now"]


def test_the_tab_key_offers_whole_lines() -> None:
    dialogue = Dialogue(at())
    nth = _completer(lambda typed: dialogue._goes_on(0, typed))
    assert [nth("shout m", n) for n in (0, 1)] == ["shout mercy", None]
    assert nth("attack", 0) is None


def test_a_line_that_is_too_long_is_refused_and_never_cut(facedown: Facedown) -> None:
    with override_game(Skirmish):
        said = facedown(
            "play", "skirmish", "--seats", "human,human", typed=f"\nshout {'a' * 1995}\nquit\n"
        )
    assert "it has 2001 characters, and at most 2000 are read" in " ".join(said.out.split())
    assert "shouts" not in said.out


def test_a_question_answered_in_advance_is_not_asked() -> None:
    table = at("standing shield always", "attack 2", shield=True)
    assert "You have answered this in advance." in text(table)
    assert Ward() in made(table)
    assert "Always use it." in text(table)


def test_an_answer_for_a_turn_holds_for_it_alone() -> None:
    table = at("shout hold", "standing shield decline turn", "give", shield=False)
    assert "Never use it, this turn." in text(table)
    table = at("standing shield decline turn", "attack 2", shield=True)
    assert made(table)[:3] == [Attack(1), Give(), Attack(0)]
    assert "answered this in advance" not in text(table)


def test_a_move_taken_back_is_asked_for() -> None:
    table = at("standing shield decline", "attack 2", "undo", "ward", shield=True)
    played = made(table)
    assert played[:3] == [Attack(1), Give(), Attack(0)]
    assert text(table).count("answered this in advance") >= 1


def test_what_cannot_be_said_in_advance_is_refused() -> None:
    table = at(
        "standing", "standing sword always", "standing shield perhaps", "standing shield ask ever"
    )
    assert "Use your shield when you are attacked? Ask me." in text(table)
    assert "no question 'sword' to be answered in advance" in text(table)
    assert text(table).count("Type standing NAME always, decline or ask;") == 2
    shared = at("", "standing", "standing shield always", "help", players=("human", "human"))
    assert text(shared).count("would show to all of them") == 2
    assert "answered in advance;" not in text(shared)


def test_a_game_without_such_questions_says_so(facedown: Facedown) -> None:
    said = facedown("play", "hush", "--seats", "human", typed="standing\nhelp\nquit\n")
    assert "Hush has no questions to be answered in advance." in said.out
    assert "standing NAME" not in said.out
