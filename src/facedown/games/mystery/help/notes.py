"""Pencil marks and savepoints, kept as notes.

A note is free text. One of these forms, in capitals or not, is a mark; several ranks or suits may
follow one ``not`` or ``maybe``::

    row A is K       row A not K, Q      row A maybe K      a row is a rank
    column 2 is H    column 2 not S, C   column 2 maybe S   a column is a suit
    A1 is KH         suppose A1 is KH    suppose row B is J
    keep             drop

``suppose`` makes a savepoint and marks: ``drop`` takes back every mark since the last savepoint,
``keep`` lets them stand. Rows and columns are those of the grid before the twists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.errors import BadNote, FacedownError
from facedown.core.messages import Message, phrase
from facedown.core.moves import tidy_note
from facedown.games.mystery.cards import (
    COLUMNS,
    RANKS,
    SUIT_SIGNS,
    SUITS,
    cell_number,
    rank_of,
    read_card,
    suit_of,
)
from facedown.games.mystery.puzzle import Puzzle

Axis: TypeAlias = Literal["row", "column"]
Says: TypeAlias = Literal["is", "not", "maybe"]

NOTE_FORMS: Final = phrase("""\
A note is free text. Notes in one of these forms are pencil marks, checked against what was shown:
  row A is K       row A not K, Q      row A maybe K
  column 2 is H    column 2 not S, C   column 2 maybe S
  A1 is KH         suppose A1 is KH, then: drop, or keep
"Not" strikes something out, "maybe" takes an earlier mark back; "suppose" makes a savepoint.""")


@dataclass(frozen=True, slots=True)
class Mark:
    """One pencil mark: a row (from 0) is or is not a rank, or a column a suit, as letters."""

    axis: Axis
    line: int
    says: Says
    what: str

    @property
    def words(self) -> str:
        """The mark as a note says it."""
        return f"{self.axis} {line_name(self.axis, self.line)} {self.says} {self.what}"


@dataclass(frozen=True, slots=True)
class SheetNote:
    """What a note does: marks, perhaps behind a savepoint, or the end of one."""

    marks: tuple[Mark, ...] = ()
    savepoint: Literal["", "suppose", "keep", "drop"] = ""


class MarkSheet:
    """All marks that stand, and what is supposed."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._marks: dict[tuple[Axis, int, str], Mark] = {}
        self._saved: list[tuple[tuple[Mark, ...], dict[tuple[Axis, int, str], Mark]]] = []

    def add(self, entry: SheetNote) -> None:
        """Takes in what one note does."""
        if entry.savepoint == "suppose":
            self._saved.append((entry.marks, dict(self._marks)))
        elif entry.savepoint and self._saved:
            _, before = self._saved.pop()
            if entry.savepoint == "drop":
                self._marks = before
        for mark in entry.marks:
            key = (mark.axis, mark.line, mark.what)
            self._marks.pop(key, None)
            if mark.says != "maybe":
                self._marks[key] = mark

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that stand, oldest first."""
        return tuple(self._marks.values())

    @property
    def supposed(self) -> tuple[Message, ...]:
        """What is supposed in words, the first savepoint first."""
        return tuple(supposed_words(marks) for marks, _ in self._saved)

    def says(self, axis: Axis, line: int, what: str) -> str:
        """What stands about one line and one rank or suit: ``"is"``, ``"not"`` or nothing."""
        mark = self._marks.get((axis, line, what))
        return mark.says if mark else ""

    def possible(self, axis: Axis) -> tuple[tuple[str, ...], ...]:
        """What each row or column can still be by the marks and what follows from them.

        Two rows are never one rank: what is settled in one line is out in the others, and a rank
        that can be in one line only is there. Contradicting marks leave a line with nothing.
        """
        things = values_of(self.puzzle, axis)
        lines = range(len(things))
        left = [[what for what in things if self.says(axis, line, what) != "not"] for line in lines]
        for line in lines:
            settled = [what for what in things if self.says(axis, line, what) == "is"]
            if settled:
                left[line] = [what for what in left[line] if what in settled[-1:]]
        while _eliminate(left, things):
            pass
        return tuple(map(tuple, left))


def _eliminate(left: list[list[str]], things: tuple[str, ...]) -> bool:
    """One round of elimination; whether anything changed."""
    changed = False
    for line, single in enumerate(left):
        if len(single) == 1:
            for other in range(len(left)):
                if other != line and single[0] in left[other]:
                    left[other].remove(single[0])
                    changed = True
    for what in things:
        at = [line for line, some in enumerate(left) if what in some]
        if len(at) == 1 and len(left[at[0]]) > 1:
            left[at[0]] = [what]
            changed = True
    return changed


def supposed_words(marks: Sequence[Mark]) -> Message:
    """A rank in a row, a suit in a column, or both on a cell.

    >>> supposed_words((Mark("row", 0, "is", "K"), Mark("column", 0, "is", "H")))
    'K♥ on A1'
    >>> supposed_words((Mark("row", 2, "is", "K"),))
    'K in row C'
    """
    first, last = marks[0], marks[-1]
    row, column = line_name("row", first.line), line_name("column", last.line)
    if first.axis == "row" and last.axis == "row":
        return phrase("{rank} in row {row}", rank=first.what, row=row)
    suit = SUIT_SIGNS[SUITS.index(last.what)]
    if first.axis == "column":
        return phrase("{suit} in column {column}", suit=suit, column=column)
    return phrase("{card} on {cell}", card=first.what + suit, cell=row + column)


def values_of(puzzle: Puzzle, axis: Axis) -> tuple[str, ...]:
    """What a row or a column can be: ranks from the ace down, or suits."""
    if axis == "column":
        return SUITS
    return tuple(RANKS[rank] for rank in reversed(puzzle.ranks))


def line_name(axis: Axis, line: int) -> str:
    """The letter of a row, or the number of a column."""
    return chr(ord("A") + line) if axis == "row" else str(line + 1)


def tidy(text: str, puzzle: Puzzle) -> str:
    """The note as it is kept: in its shortest form if it is a mark, else as it was typed.

    Raises ``BadNote`` where it cannot be kept, or speaks of what the puzzle does not have.
    """
    note = tidy_note(text)
    entry = read_note(note, puzzle)
    return written(entry) if entry is not None else note


def written(entry: SheetNote) -> str:
    """A mark as a note.

    >>> written(SheetNote((Mark("row", 0, "not", "K"), Mark("row", 0, "not", "Q"))))
    'row A not K, Q'
    """
    if not entry.marks:
        return entry.savepoint
    head = "suppose " if entry.savepoint == "suppose" else ""
    first = entry.marks[0]
    if first.says == "is" and len(entry.marks) == 2:
        row, column = entry.marks
        cell = f"{line_name('row', row.line)}{line_name('column', column.line)}"
        return f"{head}{cell} is {row.what}{column.what}"
    whats = ", ".join(mark.what for mark in entry.marks)
    return f"{head}{first.axis} {line_name(first.axis, first.line)} {first.says} {whats}"


def read_note(text: str, puzzle: Puzzle) -> SheetNote | None:
    """What a note does; None for free text.

    Raises ``BadNote`` when it has one of the forms but names what the puzzle does not have.
    """
    words = re.sub(r"[,;.]|\b(and|or)\b", " ", text.lower()).split()
    if words in (["keep"], ["drop"]):
        return SheetNote(savepoint="keep" if words == ["keep"] else "drop")
    supposing = bool(words) and words[0] == "suppose"
    marks = _read_marks(words[1:] if supposing else words, puzzle)
    if marks is None or (supposing and marks[0].says != "is"):
        return None
    return SheetNote(marks, "suppose" if supposing else "")


def _read_marks(words: list[str], puzzle: Puzzle) -> tuple[Mark, ...] | None:
    if len(words) >= 3 and re.fullmatch(r"[a-z][0-9]", words[0]) and words[1] == "is":
        return _cell_marks(words[0].upper(), " ".join(words[2:]), puzzle)
    match words:
        case ["row", line, ("is" | "not" | "maybe") as says, *whats] if whats:
            return _line_marks("row", line, says, whats, puzzle)
        case ["column" | "col", line, ("is" | "not" | "maybe") as says, *whats] if whats:
            return _line_marks("column", line, says, whats, puzzle)
    return None


def _cell_marks(cell: str, card: str, puzzle: Puzzle) -> tuple[Mark, ...] | None:
    try:
        name = read_card(card)
    except FacedownError:
        return None
    try:
        number = cell_number(cell, puzzle.rows)
    except FacedownError as problem:
        raise BadNote(problem.message) from None
    rank, suit = name[:-1], name[-1]
    if rank not in values_of(puzzle, "row"):
        raise BadNote(phrase("The rank {rank} makes no row of this grid.", rank=rank))
    row, column = divmod(number, COLUMNS)
    return Mark("row", row, "is", rank), Mark("column", column, "is", suit)


def _line_marks(
    axis: Axis, line: str, says: Says, whats: list[str], puzzle: Puzzle
) -> tuple[Mark, ...] | None:
    read = rank_of if axis == "row" else suit_of
    found = [read(what) for what in whats]
    if None in found or (says == "is" and len(found) > 1):
        return None
    lines = puzzle.rows if axis == "row" else COLUMNS
    names = [line_name(axis, number) for number in range(lines)]
    if line.upper() not in names:
        named, there = line.upper()[:9], ", ".join(names)
        if axis == "row":
            raise BadNote(phrase("There is no row {row}; there are {rows}.", row=named, rows=there))
        raise BadNote(
            phrase("There is no column {column}; there are {columns}.", column=named, columns=there)
        )
    things = values_of(puzzle, axis)
    for what in found:
        if what not in things:
            raise BadNote(phrase("The rank {rank} makes no row of this grid.", rank=what))
    return tuple(Mark(axis, names.index(line.upper()), says, str(what)) for what in found)


def sheet_of(notes: Iterable[str], puzzle: Puzzle) -> tuple[MarkSheet, int]:
    """The marks that stand after these notes, oldest first, and how many are free text."""
    sheet, free = MarkSheet(puzzle), 0
    for note in notes:
        try:
            entry = read_note(note, puzzle)
        except BadNote:
            entry = None
        if entry is None:
            free += 1
        else:
            sheet.add(entry)
    return sheet, free
