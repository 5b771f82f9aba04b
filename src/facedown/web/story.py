"""A table's events in words: the lines of its move log, each with the moment it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from facedown.core.codec import Json
from facedown.core.seats import NATURE, Seat
from facedown.core.words import fill
from facedown.table.feed import HIDDEN, Frame


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    ``kind`` is ``"move"``, ``"said"`` or ``"table"``; ``seat`` whose it is, or None;
    ``turn`` how many moves had been made with it, None where there is no such moment any more.
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
    for frame in frames:
        if frame.kind in {"started", "step"}:
            if frame.kind == "started":
                lines.append(_line(frame, "table", None, "The game begins."))
            if frame.body.get("instead"):
                words = _INSTEAD.get(frame.body["instead"], "could not move")
                seat = frame.body["seat"]
                text = f"The bot of {names[seat]} {words}; a simpler one moved."
                lines.append(_line(frame, "table", None, text, "i"))
            for number, move in enumerate(frame.body["moves"]):
                turns.append(len(lines))
                seat = None if move["seat"] == NATURE else move["seat"]
                text = fill(move["text"], names)
                lines.append(Line(f"e{frame.seq}-{number}", "move", seat, "", text, len(turns)))
        elif frame.kind == "undone":
            index = turns.pop()
            old = lines[index]
            lines[index] = Line(old.id, "move", old.seat, "", f"{old.text} (taken back)", None)
            text = f"{names[frame.body['seat']]} takes a move back."
            lines.append(_line(frame, "move", frame.body["seat"], text))
        else:
            line = _other(frame, names)
            if line is not None:
                lines.append(line)
    return tuple(lines)


def since(lines: Sequence[Line], seat: Seat | None, most: int = 4) -> tuple[Line, ...]:
    """The newest moves, oldest first: those since the seat's own last one, at most that many.

    At least the very last move is among them, if there was any. Of each the first two sentences
    are given: how a round ended is told on the board.
    """
    moves = [line for line in lines if line.kind == "move"]
    own = max((index for index, line in enumerate(moves) if line.seat == seat), default=-1)
    start = own + 1 if seat is not None else len(moves) - 1
    newest = moves[max(0, min(start, len(moves) - 1)) :][-most:]
    return tuple(replace(line, text=_brief(line.text)) for line in newest)


def _brief(text: str) -> str:
    line = text.partition("\n")[0]
    first, _, rest = line.partition(". ")
    second = rest.partition(". ")[0].removesuffix(".")
    return f"{first}. {second}." if second else line


_INSTEAD = {
    "late": "took too long",
    "crashed": "broke down",
    "refused": "tried what is not allowed",
}


def _line(frame: Frame, kind: str, seat: Seat | None, text: str, mark: str = "") -> Line:
    return Line(f"e{frame.seq}{mark}", kind, seat, "", text, None)


def _other(frame: Frame, names: Sequence[str]) -> Line | None:
    body = frame.body
    if frame.kind in {HIDDEN, "noted", "said-in-advance"}:
        return None
    if frame.kind == "said":
        seat = body["seat"] if body["seat"] >= 0 else None
        return Line(f"e{frame.seq}", "said", seat, body["name"], body["text"], None)
    return _line(frame, "table", None, _table_words(frame.kind, body, names))


def _table_words(kind: str, body: dict[str, Json], names: Sequence[str]) -> str:
    seat = body.get("seat")
    which = "" if seat is None else f"seat {seat + 1}"
    match kind:
        case "claimed":
            return f"{body['name']} takes {which}."
        case "renamed":
            return f"{which.capitalize()} is {body['name']} now."
        case "bot-seated":
            why = ", as the time is over" if body["why"] == "clock" else ""
            return f"A bot ({body['bot']}) plays {which} from here on{why}."
        case "went-away":
            return f"The person on {which} says goodbye."
        case "came-back":
            return f"The person on {which} is back."
        case "vacated":
            return f"{which.capitalize()} is open."
        case "settings":
            return "The host changes the table's settings."
        case "rematched":
            return f"{names[seat or 0]} asks for another game."
        case "clock-extended":
            whom = "everybody" if seat is None else names[seat]
            return f"The host gives {whom} {body['seconds']} seconds more."
    return kind.replace("-", " ").capitalize() + "."
