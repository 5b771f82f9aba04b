"""Standing answers: what a seat says in advance to a kind of question.

A game's facts name the kinds of question, and :meth:`~facedown.core.game.Game.standing_answer`
says from the seat's view what an answer comes to. That there is one is known to its seat alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from facedown.core.errors import UnknownName
from facedown.core.messages import joined, phrase
from facedown.core.moves import Action

if TYPE_CHECKING:
    from facedown.core.facts import Facts
    from facedown.core.game import Game
    from facedown.core.view import View

Answer: TypeAlias = Literal["ask", "decline", "always"]
"""To be asked each time, to decline each time, or to accept wherever the seat can."""

Lasts: TypeAlias = Literal["table", "turn"]
"""Until the seat says otherwise, or no longer than the turn in which it was said."""

ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
LASTS: Final[tuple[Lasts, ...]] = get_args(Lasts)


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """What one seat has said to one kind of question, and in which turn of the game."""

    question: str
    answer: Answer
    lasts: Lasts
    turn: int


class StandingAnswers:
    """What one seat has said in advance.

    >>> said = StandingAnswers()
    >>> said.keep(StandingAnswer("protect", "decline", "table", turn=1))
    >>> said.keep(StandingAnswer("protect", "always", "turn", turn=4))
    >>> [said.holding("protect", turn).answer for turn in (4, 5)]
    ['always', 'decline']
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Lasts], StandingAnswer] = {}

    def keep(self, said: StandingAnswer) -> None:
        """Takes in what a seat says; what it says for the table ends what it said for a turn."""
        self._kept[said.question, said.lasts] = said
        if said.lasts == "table":
            self._kept.pop((said.question, "turn"), None)

    def holding(self, question: str, turn: int) -> StandingAnswer:
        """What holds in a turn: what was said for this very turn, else for the table."""
        said = self._kept.get((question, "turn"))
        if said is None or said.turn != turn:
            said = self._kept.get((question, "table"))
        return said or StandingAnswer(question, "ask", "table", turn)

    def action(self, game: Game, view: View) -> Action | None:
        """What the seat of a view plays by what it has said; None where it is to be asked."""
        if not self._kept or view.seat not in view.actors:
            return None
        turn = game.turn_of(view)
        for question in game.facts.standing:
            answer = self.holding(question.name, turn).answer
            if answer != "ask":
                action = game.standing_answer(view, question.name, answer)
                if action is not None:
                    return action
        return None


def open_question(game: Game, view: View) -> str | None:
    """The kind of question that is open to the seat of a view and can have a standing answer.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("solid", 2), seed="7")
    >>> open_question(match.game, match.view(match.actors[0])) is None  # nothing is asked of it yet
    True
    """
    if view.seat not in view.actors:
        return None
    for question in game.facts.standing:
        if game.standing_answer(view, question.name, "decline") is not None:
            return question.name
    return None


def check_question(facts: Facts, name: str) -> str:
    """The name itself; raises ``UnknownName`` when the game has no such kind of question.

    >>> from facedown.core.registry import game_class
    >>> facts = game_class("solid").facts
    >>> [check_question(facts, question.name) for question in facts.standing]
    ['protect data', 'protect sharing']
    >>> check_question(game_class("turing").facts, "protect")
    Traceback (most recent call last):
        ...
    UnknownName: Turing Machine has no questions that can be answered in advance.
    """
    names = [question.name for question in facts.standing]
    if name in names:
        return name
    if not names:
        raise UnknownName(
            phrase("{title} has no questions that can be answered in advance.", title=facts.title)
        )
    raise UnknownName(
        phrase(
            "{title} has no question {name!r} to be answered in advance; its questions: {names}.",
            title=facts.title,
            name=name[:40],
            names=joined(", ", names),
        )
    )
