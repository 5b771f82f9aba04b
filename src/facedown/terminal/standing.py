"""Questions answered in advance, at one screen: they hold as long as the program runs."""

from __future__ import annotations

from facedown.core.errors import FacedownError
from facedown.core.facts import StandingQuestion
from facedown.core.match import Match
from facedown.core.messages import capital, joined, phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.standing import ANSWERS, Lasts, StandingAnswer, StandingAnswers, check_question

_FORM = phrase(
    "Type standing NAME always, decline or ask; turn after it makes it hold for this turn alone."
)
_SHARED = phrase(
    "Several people look at this screen, so an answer in advance would show to all of them."
)


class InAdvance:
    """What the one person at a screen has said in advance.

    ``there`` tells whether that can be: the game has such questions, and nobody else looks at the
    screen, to whom a question that is not asked would show that there is an answer to it.
    """

    def __init__(self, match: Match, humans: tuple[Seat, ...]) -> None:
        self._match = match
        self._humans = humans
        self._said = StandingAnswers()
        self._by_hand = -1  # a move taken back is made by hand: after so many moves
        self.there = bool(match.game.facts.standing) and len(humans) == 1

    def say(self, seat: Seat, text: str) -> None:
        """Takes in what is typed; raises ``FacedownError`` with one sentence."""
        facts, words = self._match.game.facts, text.lower().split()
        question = check_question(facts, words[0])
        if len(self._humans) > 1:
            raise FacedownError(_SHARED)
        answer = next((each for each in ANSWERS if words[1:2] == [each]), None)
        if answer is None or words[2:] not in ([], ["turn"]):
            raise FacedownError(_FORM)
        turn = self._match.game.turn_of(self._match.view(seat))
        lasts: Lasts = "turn" if words[2:] else "table"
        self._said.keep(StandingAnswer(question, answer, lasts, turn))

    def rows(self, seat: Seat) -> list[tuple[str, str]]:
        """Each question with what holds now; raises ``FacedownError`` where there are none."""
        game = self._match.game
        if not game.facts.standing:
            raise FacedownError(
                phrase(
                    "{title} has no questions to be answered in advance.", title=game.facts.title
                )
            )
        if len(self._humans) > 1:
            raise FacedownError(_SHARED)
        turn = game.turn_of(self._match.view(seat))
        return [(each.name, self._row(each, turn)) for each in game.facts.standing]

    def _row(self, question: StandingQuestion, turn: int) -> str:
        said = self._said.holding(question.name, turn)
        words = {"ask": phrase("ask me"), "decline": question.decline, "always": question.always}
        answer = capital(words[said.answer])
        if said.lasts == "turn":
            answer = phrase("{answer}, this turn", answer=answer)
        return joined("", [question.meaning, " ", answer, "."])

    def action(self, seat: Seat) -> Action | None:
        """What the seat plays by what it has said, None where it is to be asked."""
        if not self.there or self._match.moves == self._by_hand:
            return None
        return self._said.action(self._match.game, self._match.view(seat))

    def ask_again(self) -> None:
        """A move was taken back: the next one is asked for, whatever was said in advance."""
        self._by_hand = self._match.moves
