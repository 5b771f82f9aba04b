"""What a person may type at the prompt: the game's moves, and words that every game has.

How the two are kept apart: a word that needs nothing after it (``undo``) means the terminal's
word only when it stands alone on its line; a word that takes something after it (``note``) always
does; and whatever follows ``move`` is the game's. What is only another way to say a word (``?``)
stands back where the game has a move of that name.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from facedown.analysis.words import tell as told_of
from facedown.core.errors import FacedownError, IllegalMove, MalformedMove
from facedown.core.game import ReadBack
from facedown.core.messages import fill, joined, phrase
from facedown.core.moves import Move
from facedown.core.roster import new_judge
from facedown.core.seats import Seat, bot_words
from facedown.core.typed import read_line, say_back
from facedown.languages import spoken
from facedown.terminal.analyse import JUDGING, judged_so_far, seat_lines
from facedown.terminal.console import EndOfInput
from facedown.terminal.logfile import LogFile
from facedown.terminal.output import columns, fit, fit_markdown, likeliest
from facedown.terminal.rules import rules_text
from facedown.terminal.table import HotSeat

HELP: Final[tuple[tuple[str, str], ...]] = (
    ("show", phrase("the table and what you know, once more")),
    ("history", phrase("everything that has happened, as far as you may know it")),
    ("hint", phrase("which hints there are; hint NAME gives one")),
    ("note TEXT", phrase("write something down for yourself")),
    ("notes", phrase("read what you wrote down")),
    ("undo", phrase("take your last move back, where nothing was shown and nobody moved since")),
    (
        "resign",
        phrase("give the game up; alone or against one other that ends it, else a bot plays on"),
    ),
    ("standing", phrase("questions answered in advance; standing NAME always, decline or ask")),
    ("rules", phrase("the rules; a paragraph's number after it gives that one alone")),
    ("save FILE", phrase("keep the game in a new file")),
    ("quit", phrase("stop; the game is kept and can be gone on with")),
    ("move TEXT", phrase("make a move that begins with one of these words")),
    ("help", phrase("this list")),
)
_LEAVING: Final = {
    (True, True): phrase(
        "This game is kept in no file: type save FILE to keep it, analyse to have your moves "
        "judged, or Enter to leave."
    ),
    (True, False): phrase(
        "This game is kept in no file: type save FILE to keep it, or Enter to leave."
    ),
    (False, True): phrase("Type analyse to have your moves judged, or Enter to leave."),
}
"""What there is to do after the end, where a game is kept nowhere, and where it can be judged."""
_ALIASES: Final = {"?": "help", "exit": "quit"}
_GOES_ON: Final = 12
"""So many ways are shown in which a line could go on."""
_ALONE: Final = frozenset({"help", "show", "history", "notes", "undo", "resign", "quit"})


class Dialogue:
    """The conversation at a table, with whichever human is to move."""

    def __init__(self, table: HotSeat) -> None:
        self.table = table
        self._refused = ""  # a typed move to be mended
        self._prompted: tuple[Seat, int, str] | None = None
        self._words: dict[str, Callable[[Seat, str], None]] = {
            "help": self._help,
            "show": self._show,
            "history": self._history,
            "hint": self._hint,
            "note": self._note,
            "notes": self._notes,
            "undo": self._undo,
            "resign": self._resign,
            "standing": self._standing,
            "rules": self._rules,
            "save": self._save,
            "quit": self._quit,
            "move": self._move,
        }

    def run(self) -> None:
        """Plays the match to its end.

        Raises :class:`~facedown.terminal.console.EndOfInput` when somebody quits before.
        """
        table = self.table
        if table.match.actors:
            table.tell_and_show()
        while actors := table.match.actors:
            seat = actors[0]
            if seat in table.bots:
                table.bot_moves(seat)
            elif not table.play_in_advance(seat):
                table.hand_over(seat)
                self.turn(seat)
        table.tell_end()
        judged = new_judge(table.match.game) is not None
        if table.humans and (judged or table.file is None):
            with suppress(EndOfInput):
                self._afterwards(judged=judged)

    def turn(self, seat: Seat) -> None:
        """Asks for one line and does what it says; a mistake changes nothing.

        What can be done now is said once, and again after something changed or was shown anew.
        """
        self.table.show_what_chance_changed()
        self.table.tell_lesson(seat)
        match = self.table.match
        prompt = fill(match.game.prompt(match.view(seat)), self.table.names())
        if self._prompted != (seat, match.moves, prompt):
            self._prompted = seat, match.moves, prompt
            self.table.console.say(joined("\n", ["", prompt]))
        typed, self._refused = self._refused, ""
        line = self.table.console.ask(typed=typed, complete=lambda text: self._goes_on(seat, text))
        try:
            self._obey(seat, line)
        except IllegalMove as problem:
            self._say(problem.refusal.named(self.table.names()))
        except FacedownError as problem:
            self._say(problem.message)

    def _obey(self, seat: Seat, line: str) -> None:
        if not line:
            return
        first, _, rest = line.partition(" ")
        word, rest = first.lower(), rest.strip()
        if word in _ALIASES and not self._is_move(seat, line):
            word = _ALIASES[word]
        if word in self._words and not (rest and word in _ALONE):
            self._words[word](seat, rest)
        else:
            self._move(seat, line)

    def _is_move(self, seat: Seat, line: str) -> bool:
        match = self.table.match
        try:
            read_line(match.game, line, match.view(seat))
        except MalformedMove:
            return False
        return True

    def _goes_on(self, seat: Seat, text: str) -> tuple[str, ...]:
        """What a typed move could go on as."""
        match = self.table.match
        back = say_back(match.game, text, match.view(seat))
        return () if back is None else back.completions

    def _afterwards(self, *, judged: bool) -> None:
        """After the end: a chance to have the game judged, and to keep one that is kept nowhere."""
        self._say("")
        self._say(_LEAVING[self.table.file is None, judged])
        while (line := self.table.console.ask()) and line.lower() not in {"quit", "exit"}:
            word, _, rest = line.partition(" ")
            try:
                if word.lower() == "save":
                    self._save(0, rest.strip())
                    if not judged:
                        return
                elif word.lower() == "analyse" and judged:
                    self._analyse()
                elif judged:
                    self._say(phrase("Here only analyse, save FILE and Enter mean something."))
                else:
                    self._say(phrase("Here only save FILE and Enter mean something."))
            except FacedownError as problem:
                self._say(problem.message)

    def _analyse(self) -> None:
        """Says what the moves of all who played here were worth."""
        table = self.table
        with table.console.patience(JUDGING):
            analysis, _stopped = judged_so_far(table.match.log, table.humans)
        judge = new_judge(table.match.game)
        assert judge is not None
        file = None if table.file is None else str(table.file.path)
        told = told_of(analysis, judge).seats
        names, log, own = table.names(), table.match.log, len(table.humans) == 1
        lines = [["", *seat_lines(g, names[g.seat], log, file, own=own)] for g in told]
        table.console.say_long("\n".join(fit(joined("\n", each)) for each in lines))

    # The words

    def _say(self, text: str) -> None:
        self.table.console.say(fill(text, self.table.names()))

    def _help(self, seat: Seat, rest: str) -> None:
        self._say(phrase("Beside your moves you can type:"))
        there = {
            "hint": bool(self.table.hints),
            "standing": self.table.advance.there,
        }
        self._say(columns([row for row in HELP if there.get(row[0], True)]))

    def _show(self, seat: Seat, rest: str) -> None:
        self.table.show()
        self._prompted = None

    def _history(self, seat: Seat, rest: str) -> None:
        told = [
            fit(joined(". ", [str(number), sentence]))
            for number, sentence in enumerate(self.table.told(seat), 1)
        ]
        self.table.console.say_long("\n".join(told))

    def _hint(self, seat: Seat, rest: str) -> None:
        match, allowed = self.table.match, self.table.hints
        aids = [(aid.name, aid.meaning) for aid in match.game.facts.aids if aid.name in allowed]
        if not rest:
            if aids:
                self._say(phrase("The hints, as hint NAME:"))
                self._say(columns(aids))
            elif match.game.facts.aids:
                self._say(phrase("The hints are switched off at this table."))
            else:
                self._say(phrase("This game has no hints."))
            return
        name = rest.lower()
        if name not in allowed and any(aid.name == name for aid in match.game.facts.aids):
            raise FacedownError(phrase("The hint {name} is switched off at this table.", name=name))
        with self.table.console.patience(phrase("The hint is being worked out.")):
            hint = match.game.aid(name, match.view(seat), match.notes(seat))
        self._say(hint)

    def _note(self, seat: Seat, rest: str) -> None:
        if not rest:
            raise FacedownError(phrase("What is to be noted follows on the same line: note TEXT."))
        kept = self.table.match.note(seat, rest)
        self.table.keep()
        self.table.console.say(phrase("Noted: {note}", note=kept))

    def _notes(self, seat: Seat, rest: str) -> None:
        notes = self.table.match.notes(seat)
        self.table.console.say(
            joined("\n", notes) if notes else phrase("You have written nothing down.")
        )

    def _undo(self, seat: Seat, rest: str) -> None:
        self._say(phrase("Taken back: {told}", told=self.table.undo(seat)))
        self._prompted = None

    def _resign(self, seat: Seat, rest: str) -> None:
        bot = self.table.stand_in()
        if not self._agreed(phrase("Give the game up? (yes or no) ")):
            self._say(phrase("Not done."))
            return
        who = self.table.names()[seat]
        self.table.resign(seat, bot)
        if bot is not None:  # else the end tells it
            self._say(phrase("{who} resigns; a bot ({bot}) plays on.", who=who, bot=bot_words(bot)))

    def _standing(self, seat: Seat, rest: str) -> None:
        if rest:
            self.table.advance.say(seat, rest)
        self._say(columns(self.table.advance.rows(seat)))

    def _rules(self, seat: Seat, rest: str) -> None:
        text = rules_text(type(self.table.match.game), rest)
        self.table.console.say_long(fit_markdown(text))

    def _save(self, seat: Seat, rest: str) -> None:
        if not rest:
            raise FacedownError(
                phrase("The name of the new file follows on the same line: save FILE.")
            )
        try:
            path = Path(rest).expanduser()
        except RuntimeError:
            raise FacedownError(
                phrase("There is no home folder for {path!r}.", path=rest[:40])
            ) from None
        if self.table.file is not None and self.table.file.is_at(path):
            self.table.console.say(
                phrase("The game is kept in {path} already, after every move.", path=rest)
            )
            return
        file = LogFile.create(path, self.table.match.log)
        if self.table.file is None:
            self.table.file = file
            if self.table.match.actors:
                self.table.console.say(
                    phrase("The game is kept in {path}, from here on too.", path=rest)
                )
        else:
            self.table.console.say(
                phrase("A copy of the game as it stands is kept in {path}.", path=rest)
            )

    def _quit(self, seat: Seat, rest: str) -> None:
        raise EndOfInput

    def _move(self, seat: Seat, rest: str) -> None:
        if not rest:
            raise FacedownError(phrase("The move follows on the same line: move TEXT."))
        match = self.table.match
        view = match.view(seat)
        back = say_back(match.game, rest, view)
        if back is None:
            try:
                move = read_line(match.game, rest, view)
            except MalformedMove as problem:
                raise MalformedMove(self._with_a_guess(problem.message, rest)) from None
            self.table.play(seat, move)
            return
        own = rest.partition(" ")[0].lower() in self._words
        self._refused = f"move {rest}" if own else rest
        if back.move is not None:
            match.check_move(seat, back.move)
        meant = self._meant(back, rest)
        if meant is not None:
            self.table.play(seat, meant)
            self._refused = ""

    def _meant(self, back: ReadBack, line: str) -> Move | None:
        """The move of a line, once its meaning was said and, where that is asked for, meant."""
        if back.move is None:
            self._say(self._with_a_guess(back.problem, line))
            if back.completions:
                self._say(phrase("It could go on as:"))
                shown = back.completions[:_GOES_ON]
                self.table.console.say("\n".join(f"  {text}" for text in shown))
            return None
        self._say(phrase("That means: {meaning}", meaning=back.meaning))
        for warning in back.warnings:
            self._say(phrase("Warning: {warning}", warning=warning))
        if not back.confirm:
            return back.move
        if self._agreed(phrase("Do it? (yes or no) ")):
            return back.move
        self._say(phrase("Not done."))
        return None

    def _agreed(self, question: str) -> bool:
        return self.table.console.ask(question).lower() in {"yes", "y", spoken(phrase("yes"))}

    def _with_a_guess(self, problem: str, line: str) -> str:
        """Why a line is no move, and which word that everybody has may have been meant."""
        first = line.partition(" ")[0].lower()
        meant = likeliest(first, self._words)
        if meant is None:
            return problem
        return joined(" ", [problem, phrase("Did you mean {word}?", word=meant)])
