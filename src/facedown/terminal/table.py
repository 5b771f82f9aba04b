"""A table in the terminal: people take turns at one screen, bots move in between."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.facts import StandingQuestion
from facedown.core.first_game import LEARNER, first_game_of
from facedown.core.match import Match, may_end_by_resigning
from facedown.core.messages import capital, fill, joined, phrase
from facedown.core.moves import Action, Move
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import HUMAN, NATURE, ONLOOKER, Seat, bot_player, seat_words
from facedown.core.standing import ANSWERS, Lasts, StandingAnswer, StandingAnswers, check_question
from facedown.languages import spoken
from facedown.terminal.arguments import seat_bots
from facedown.terminal.console import Console, EndOfInput
from facedown.terminal.logfile import CannotWrite, LogFile, keep_somewhere
from facedown.terminal.output import seat_names

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


FOLLOWS: Final = phrase("What follows is being worked out.")
"""Told where a move takes long: the Machine then plays the same problem exactly, for instance."""


class HotSeat:
    """One match on one screen.

    ``looking`` is the seat that may be looking at the screen: only what that seat may know is
    printed. With one human it is always theirs, with none it is an onlooker, and with several
    nobody looks until the screen was handed over.
    """

    def __init__(
        self,
        match: Match,
        players: tuple[str, ...],
        console: Console,
        file: LogFile | None,
        hints: tuple[str, ...],
        *,
        resumed: bool = False,
    ) -> None:
        self.match, self.players, self.console = match, players, console
        self.file, self.hints = file, hints
        self.bots = seat_bots(match.game, players)
        self.first = first_game_of(match.log.game, match.log.origin)
        self.humans = tuple(seat for seat, player in enumerate(players) if player == HUMAN)
        self.resigned: tuple[Seat, ...] = ()
        self.advance = InAdvance(match, self.humans)
        self.looking: Seat | None = None
        if len(self.humans) < 2:
            self.looking = self.humans[0] if self.humans else ONLOOKER
        seen = match.moves if resumed else 0
        self.resumed = resumed
        self._taught = -1  # what a first game says was printed after so many moves
        self._told = dict.fromkeys((*range(match.game.seats), ONLOOKER), seen)
        self._shown = dict.fromkeys(self._told, 0)

    # Telling

    def names(self) -> tuple[str, ...]:
        """The names of the seats for whoever is looking."""
        looking = ONLOOKER if self.looking is None else self.looking
        return seat_names(self.players, ONLOOKER if looking in self.resigned else looking)

    def told(self, seat: Seat) -> tuple[str, ...]:
        """Everything that a seat has witnessed, as sentences."""
        return tuple(fill(event.text, self.names()) for event in self.match.events(seat))

    def tell_news(self) -> bool:
        """Prints what whoever is looking has not been told yet, and says whether that was any."""
        if self.looking is None:
            return False
        sentences = self.told(self.looking)
        news = sentences[self._told[self.looking] :]
        for before, sentence in pairwise(("", *news)):
            if "\n" in before:  # what was told in several lines stands apart
                self.console.say()
            self.console.say(sentence)
        self._told[self.looking] = len(sentences)
        return bool(news)

    def tell_and_show(self) -> None:
        """Prints the news, then the table as it stands after them."""
        if self.tell_news():
            self.console.say()
        self.show()

    def show(self) -> None:
        """Prints the table as whoever is looking sees it."""
        if self.looking is not None:
            shown = self.match.game.show(self.match.view(self.looking))
            self.console.say(spoken(fill(shown, self.names())).rstrip("\n"))
            self._shown[self.looking] = self.match.moves

    def show_what_chance_changed(self) -> None:
        """Shows the table anew to whoever is looking, if nature moved since they saw it last.

        Cards that were dealt change all there is to see, where a move of somebody is told in full.
        """
        if self.looking is None:
            return
        news = self.match.events(self.looking)[self._shown[self.looking] :]
        if any(event.seat == NATURE for event in news):
            self.console.say()
            self.show()

    def hand_over(self, seat: Seat) -> None:
        """Sees to it that only this seat is looking."""
        if self.looking == seat:
            return
        if self.looking is not None:
            before = seat_words(self.looking)
            if not self.hide(phrase("{who}, press Enter to hide what you see.", who=before)):
                self.console.say(
                    phrase(
                        "What {who} saw still stands above: please do not scroll back.", who=before
                    )
                )
        self._wait(
            phrase(
                "Hand over to {who}. Press Enter when only {who} is looking.", who=seat_words(seat)
            )
        )
        self.looking = seat
        self.console.say(phrase("You are {who}.", who=seat_words(seat)))
        self.tell_and_show()

    def hide(self, prompt: str) -> bool:
        """Takes what is on the screen away, once it was read, and says whether it is gone."""
        self._wait(prompt)
        self.looking = None
        return self.console.clear()

    def _wait(self, prompt: str) -> None:
        while line := self.console.ask(joined("", [prompt, " "])):
            if line.lower() == "quit":
                raise EndOfInput
            self.console.say(phrase("Here only Enter goes on, and quit ends."))

    def tell_lesson(self, seat: Seat) -> None:
        """Prints what a first game says to the learner now, and how its move is typed."""
        if self.first is None or seat != LEARNER:
            return
        match = self.match
        lesson = self.first.lesson(match.view(seat), match.events(seat), match.legal_moves(seat))
        if not lesson.said or match.moves == self._taught:
            return
        self._taught = match.moves
        self.console.say()
        if lesson.move is not None:
            self.console.say(phrase("Step {n} of {steps}", n=lesson.step, steps=lesson.steps))
        for sentence in lesson.said:
            self.console.say(fill(sentence, self.names()))
        if lesson.move is not None:
            typed = match.game.typed(lesson.move)
            self.console.say(phrase("Type: {move}", move=typed))

    # Moving

    def play(self, seat: Seat, move: Move | int) -> None:
        """Makes a move, keeps it, and tells it to whoever is looking."""
        with self.console.patience(FOLLOWS):
            self.match.play(seat, move)
        self.keep()
        self.tell_news()

    def play_in_advance(self, seat: Seat) -> bool:
        """Plays what the seat has said in advance to what it is asked; False where it is asked."""
        action = self.advance.action(seat)
        if action is None:
            return False
        self.console.say(phrase("You have answered this in advance."))
        self.play(seat, action)
        return True

    def undo(self, seat: Seat) -> str:
        """Takes the seat's last move back and returns how it was told."""
        told = self.told(seat)
        self.match.undo(seat)
        self.advance.ask_again()
        self.keep()
        for viewer, count in self._told.items():
            self._told[viewer] = min(count, self.match.moves)
        return told[self.match.moves]

    def bot_moves(self, seat: Seat) -> None:
        """Lets a bot move: it gets its view, and a generator that a resumed game has again."""
        match = self.match
        told = None if self.first is None else self.first.move_of(seat, match.view(seat))
        if told is not None:
            self.play(seat, told)
            return
        rng = random.Random(f"{match.log.seed}/bot/{seat}/{match.moves}")
        with self.console.patience(phrase("{who} is thinking.", who=self.names()[seat])):
            action = self.bots[seat].act(match.view(seat), rng)
        try:
            self.play(seat, action)
        except FacedownError as problem:
            raise RuntimeError(f"{self.players[seat]} made no proper move: {problem}") from problem

    def stand_in(self) -> str | None:
        """The bot that plays on for who resigns, None where that ends the game.

        Raises ``FacedownError`` where nobody can.
        """
        if may_end_by_resigning(self.match.game):
            return None
        bot = roster_of(self.match.game).usual
        if bot is None:
            title = self.match.game.facts.title
            raise FacedownError(phrase("{title} has no bot that could play on.", title=title))
        return bot

    def resign(self, seat: Seat, bot: str | None) -> None:
        """Gives a seat up: a bot plays it to the end, or (None) the game is over.

        The log names the bot as its player, so that it is one where the game is gone on with.
        """
        if bot is None:
            self.match.resign(seat)
        else:
            self.bots[seat] = new_bot(self.match.game, bot)
            players = list(self.players)
            players[seat] = bot_player(bot)
            self.players = self.match.log.players = tuple(players)
            self.resigned = (*self.resigned, seat)
        self.keep()

    # Keeping

    def keep(self) -> None:
        """Writes the log, if there is a file for it; finds another where that one fails."""
        if self.file is None:
            return
        try:
            self.file.write(self.match.log)
        except CannotWrite as problem:
            self.console.say(problem.message)
            try:
                self.file = keep_somewhere(self.match.log)
            except CannotWrite as worse:
                self.console.say(worse.message)
            else:
                self.console.say(
                    phrase("From here on this game is kept in {path}.", path=self.file.path)
                )

    # The end

    def tell_end(self) -> None:
        """Prints how the game ended, for everybody who was playing."""
        if len(self.humans) > 1:
            self._gather()
        self.tell_news()
        self.console.say()
        self.show()
        self.tell_lesson(LEARNER)
        self.console.say()
        playing = [seat for seat in self.humans if seat not in self.resigned]
        self.console.say(ended(self.match, playing, self.names()))

    def _gather(self) -> None:
        """Shows the end to everybody together, as onlookers: what one seat saw is taken away.

        What somebody has not been told yet is told to all.
        """
        told = min(self._told[seat] for seat in self.humans)
        if self.looking is not None:
            self.hide(
                phrase("The game is over. Press Enter to hide what you see and look together.")
            )
        self._told[ONLOOKER] = told
        self.looking = ONLOOKER


def ended(match: Match, humans: Iterable[Seat], names: tuple[str, ...]) -> str:
    """How a game ended, and the points where they are more than won or lost.

    To one person at the screen it is their own result, to several what an onlooker is told.

    >>> from facedown.core import new_game
    >>> match = Match(new_game("suspense", 2, goal=1), seed="7")
    >>> while match.outcome is None:
    ...     match.play(match.actors[0], match.legal_moves(match.actors[0])[0][1])
    >>> print(ended(match, [0], ("Seat 1 (you)", "Seat 2 (careful)")))
    2 points behind.
    Seat 2 (careful) reached 1 point.
    Points: Seat 1 (you) 0, Seat 2 (careful) 2.
    """
    outcome, alone = match.outcome, list(humans)
    assert outcome is not None
    viewer = alone[0] if len(alone) == 1 else ONLOOKER
    told = match.ending(viewer)
    lines = [joined("", [fill(told.words, names), "."]), fill(told.why, names)]
    if outcome.points and match.game.facts.points != (0, 1):
        points = zip(names, outcome.points, strict=True)
        each = [joined(" ", [name, str(count)]) for name, count in points]
        lines.append(phrase("Points: {points}.", points=joined(", ", each)))
    return joined("\n", lines)
