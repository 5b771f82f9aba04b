"""A table's events in words: the lines of its move log, each with the moment it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from facedown.core.messages import phrase
from facedown.core.seats import NATURE, Seat
from facedown.core.words import fill
from facedown.languages import spoken
from facedown.table.acts.claim import Claimed
from facedown.table.acts.open_seat import Vacated
from facedown.table.acts.say import Said
from facedown.table.acts.undo import Undone
from facedown.table.feed import Frame
from facedown.table.state import Played


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    ``kind`` is ``"move"``, ``"said"``, ``"seat"`` (who plays one, or has moved in its stead) or
    ``"table"``; ``seat`` whose it is, or None; ``turn`` how many moves had been made with it, None
    where there is no moment to look at, or no more.
    """

    id: str
    kind: str
    seat: Seat | None
    who: str
    text: str
    turn: int | None


def lines_of(frames: Iterable[Frame], names: Sequence[str]) -> tuple[Line, ...]:
    """The lines of these frames, which begin with a table's first event.

    Notes and answers in advance are left out: they stand on the board, or in a list of their own.
    """
    lines: list[Line] = []
    turns: list[int] = []  # indices in `lines` of the moves that stand
    people: set[Seat] = set()  # seats that are somebody's, be it that a bot stands in
    for frame in frames:
        event, id_ = frame.event, f"e{frame.seq}"
        text = "" if event is None else event.told(names, people)
        match event:
            case None:
                continue
            case Played():
                if text:
                    kind = "seat" if event.seated else "table"
                    lines.append(Line(id_, kind, None, "", text, None))
                for number, move in enumerate(frame.moves):
                    turns.append(len(lines))
                    seat = None if move.seat == NATURE else move.seat
                    told = fill(move.text, names)
                    lines.append(Line(f"{id_}-{number}", "move", seat, "", told, len(turns)))
            case Undone(seat=seat):
                index = turns.pop()
                taken = phrase("{move} (taken back)", move=lines[index].text)
                lines[index] = replace(lines[index], text=taken, turn=None)
                lines.append(Line(id_, "move", seat, "", text, None))
            case Said(seat=seat, name=name):
                speaker = seat if seat >= 0 else None
                lines.append(Line(id_, "said", speaker, name, text, len(turns) or None))
            case _ if text:
                kind = "seat" if turns and event.seated else "table"
                lines.append(Line(id_, kind, None, "", text, None))
        match event:
            case Claimed(seat=seat):
                people.add(seat)
            case Vacated(seat=seat):
                people.discard(seat)
    return tuple(lines)


def since(lines: Sequence[Line], seat: Seat | None, most: int = 4) -> tuple[Line, ...]:
    """The newest moves, oldest first: those since the seat's own last one, at most that many.

    At least the very last move is among them, if there was any. Of each the first two sentences
    are given: how a round ended is told on the board.
    """
    moves = [line for line in lines if line.kind in {"move", "seat"}]
    own = max((index for index, line in enumerate(moves) if line.seat == seat), default=-1)
    start = own + 1 if seat is not None else len(moves) - 1
    newest = moves[max(0, min(start, len(moves) - 1)) :][-most:]
    return tuple(replace(line, text=_brief(spoken(line.text))) for line in newest)


def _brief(text: str) -> str:
    line = text.partition("\n")[0]
    first, _, rest = line.partition(". ")
    second = rest.partition(". ")[0].removesuffix(".")
    return f"{first}. {second}." if second else line
