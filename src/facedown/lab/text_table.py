"""A game as text, question by question: ``reset``, ``get_observation``, ``step``, ``close``.

The way in which collections of text games for language models are called. Seats of bots move by
themselves; every other is asked in turn, with what its own seat may know, and its answer is read as
``facedown agents`` reads one.

>>> table = TextTable("turing", seats=1, cards="4,9,11,14")
>>> table.reset(seed=7)
>>> answers = ["propose 241", "nonsense", "stop", "solve 221"]
>>> for line in answers:
...     seat, text = table.get_observation()
...     done, info = table.step(f'{{"line": "{line}"}}')
>>> done, table.close()
(True, ({0: 1}, {'winners': [0], 'forfeit': None}))
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from facedown.core.errors import FacedownError, IllegalMove, MalformedMove
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.match import Match
from facedown.core.moves import Action
from facedown.core.registry import new_game
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.lab.agents import TRIES, position_of, read_answer, rules_of
from facedown.lab.endpoint import again
from facedown.lab.players import UnreadableReply, Wrong, player_called


class TextTable:
    """One game at a time. ``bots`` are names by seat; wrong answers lose the game after so many."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        bots: Mapping[Seat, str] | None = None,
        tries: int = TRIES,
        **options: OptionValue,
    ) -> None:
        self.game = new_game(game, seats, **options) if isinstance(game, str) else game
        self._bots: dict[Seat, Bot] = {
            seat: player_called(self.game, name) for seat, name in (bots or {}).items()
        }
        if not self._bots.keys() < {*range(self.game.seats)}:
            raise FacedownError("Bots sit on seats of the game, and leave one at least.")
        self._tries = tries
        self._match: Match | None = None

    def reset(self, seed: int | str = 0) -> None:
        """Deals a game; the same seed deals the same."""
        self._match = Match(self.game, str(seed))
        self._luck = [random.Random(f"{seed}/seat/{seat}") for seat in range(self.game.seats)]
        self._wrong: list[Wrong] = []
        self._forfeit: Seat | None = None
        self._others()

    @property
    def _now(self) -> Match:
        if self._match is None:
            raise FacedownError("There is no game yet: call reset first.")
        return self._match

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self._forfeit is not None or self._now.outcome is not None

    @property
    def seat(self) -> Seat:
        """Whose answer is waited for; raises ``FacedownError`` once the game is over."""
        if self.done:
            raise FacedownError("The game is over: call reset for another one.")
        return self._now.actors[0]

    @property
    def view(self) -> View:
        """What the seat that is asked may know."""
        return self._now.view(self.seat)

    @property
    def moves(self) -> int:
        """How many moves the seats have made."""
        return sum(entry.seat >= 0 for entry in self._now.log.entries)

    @property
    def log(self) -> Log:
        """The game so far: the truth, not a view."""
        return self._now.moves_so_far()

    @property
    def rules(self) -> str:
        """The rules, and the form of an answer: the same in every question."""
        return rules_of(self.game)

    @property
    def position(self) -> str:
        """The rest of the question: what the seat may know, and what was wrong with its answer."""
        told = [position_of(self.game, self.view, self._now.events(self.seat))]
        if self._wrong:
            told.append(again(self._wrong[-1]))
        return "\n\n".join(told)

    def get_observation(self) -> tuple[Seat, str]:
        """Who is asked, and the whole question."""
        return self.seat, f"{self.rules}\n\n{self.position}"

    def step(self, answer: str) -> tuple[bool, dict[str, Any]]:
        """Makes the move of an answer; whether all is over, and what was ``wrong`` with it."""
        try:
            move = read_answer(answer, self.game, self.view).move
        except (UnreadableReply, MalformedMove) as problem:
            return self._refused(Wrong("unreadable", str(problem)))
        return self.make(move)

    def make(self, move: Action) -> tuple[bool, dict[str, Any]]:
        """The same with a move, as a record or by its number."""
        try:
            self._now.play(self.seat, move)
        except IllegalMove as problem:
            return self._refused(Wrong("illegal", problem.refusal.named(())))
        except MalformedMove as problem:
            return self._refused(Wrong("unreadable", str(problem)))
        self._wrong = []
        self._others()
        return self.done, {"wrong": None}

    def _refused(self, wrong: Wrong) -> tuple[bool, dict[str, Any]]:
        self._wrong.append(wrong)
        if len(self._wrong) >= self._tries:
            self._forfeit = self.seat
        return self.done, {"wrong": wrong.json}

    def _others(self) -> None:
        match = self._now
        while match.outcome is None and match.actors and match.actors[0] in self._bots:
            seat = match.actors[0]
            match.play(seat, self._bots[seat].act(match.view(seat), self._luck[seat]))

    def close(self) -> tuple[dict[Seat, int], dict[str, Any]]:
        """Points by seat and who won; whoever lost by wrong answers has lost to all others."""
        outcome = self._now.outcome
        seats = range(self.game.seats)
        points, winners = (0,) * self.game.seats, list[Seat]()
        if self._forfeit is not None:
            winners = [] if self.game.together else [s for s in seats if s != self._forfeit]
        elif outcome is not None:
            points, winners = outcome.points, list(outcome.winners)
        return dict(zip(seats, points, strict=True)), {
            "winners": winners,
            "forfeit": self._forfeit,
        }
