"""A table's events in words: the lines of its move log, each with the moment it leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from facedown.core.codec import Json
from facedown.core.messages import phrase
from facedown.core.players import bot_words
from facedown.core.seats import NATURE, Seat, seat_words
from facedown.core.words import fill
from facedown.languages import spoken
from facedown.table.feed import HIDDEN, Frame
from facedown.table.words import seat_called


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
        if frame.kind in {"started", "step"}:
            if frame.kind == "started":
                lines.append(_line(frame, "table", None, phrase("The game begins.")))
            if frame.body.get("instead"):
                text = _replaced(frame.body["instead"], names[frame.body["seat"]])
                lines.append(_line(frame, "seat", None, text, "i"))
            for number, move in enumerate(frame.body["moves"]):
                turns.append(len(lines))
                seat = None if move["seat"] == NATURE else move["seat"]
                text = fill(move["text"], names)
                lines.append(Line(f"e{frame.seq}-{number}", "move", seat, "", text, len(turns)))
        elif frame.kind == "undone":
            index = turns.pop()
            old = lines[index]
            lines[index] = Line(
                old.id, "move", old.seat, "", phrase("{move} (taken back)", move=old.text), None
            )
            text = phrase("{who} takes a move back.", who=names[frame.body["seat"]])
            lines.append(_line(frame, "move", frame.body["seat"], text))
        else:
            if frame.kind == "claimed":
                people.add(frame.body["seat"])
            elif frame.kind == "vacated":
                people.discard(frame.body["seat"])
            line = _other(frame, names, len(turns), people)
            if line is not None:
                lines.append(line)
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


def _replaced(why: str, who: str) -> str:
    """Why somebody other than the seat's own bot has moved."""
    match why:
        case "late":
            return phrase("The bot of {who} took too long; a simpler one moved.", who=who)
        case "crashed":
            return phrase("The bot of {who} broke down; a simpler one moved.", who=who)
        case "refused":
            return phrase(
                "The bot of {who} tried what is not allowed; a simpler one moved.", who=who
            )
    return phrase("The bot of {who} could not move; a simpler one moved.", who=who)


def _line(frame: Frame, kind: str, seat: Seat | None, text: str, mark: str = "") -> Line:
    return Line(f"e{frame.seq}{mark}", kind, seat, "", text, None)


def _other(frame: Frame, names: Sequence[str], made: int, people: Collection[Seat]) -> Line | None:
    body = frame.body
    if frame.kind in {HIDDEN, "noted", "said-in-advance"}:
        return None
    if frame.kind == "said":
        seat = body["seat"] if body["seat"] >= 0 else None
        return Line(f"e{frame.seq}", "said", seat, body["name"], body["text"], made or None)
    kind = "seat" if made and frame.kind in _WHO_PLAYS else "table"
    return _line(frame, kind, None, _table_words(frame.kind, body, names, people))


_WHO_PLAYS = {"bot-seated", "resigned", "went-away", "came-back", "claimed"}


def _bot_words(why: str, bot: str, who: str, n: int) -> str:
    """That a bot plays seat ``n``, and why; ``who`` is whose seat that is, empty if nobody's."""
    if why == "clock":
        return phrase(
            "A bot ({bot}) plays for {who} from here on, as the time is over.",
            bot=bot_words(bot),
            who=who,
        )
    if who:
        return phrase("A bot ({bot}) plays for {who} from here on.", bot=bot_words(bot), who=who)
    return phrase("A bot ({bot}) plays seat {n} from here on.", bot=bot_words(bot), n=n)


def _claim_words(name: str, n: int) -> str:
    """That somebody takes seat ``n``, whose number stands for a name they did not give."""
    if seat_called(name, n - 1) == seat_words(n - 1):
        return phrase("Somebody takes seat {n}.", n=n)
    return phrase("{name} takes seat {n}.", name=name, n=n)


def _table_words(
    kind: str, body: dict[str, Json], names: Sequence[str], people: Collection[Seat]
) -> str:
    seat = body.get("seat")
    n = 0 if seat is None else seat + 1
    match kind:
        case "claimed":
            return _claim_words(body["name"], n)
        case "renamed":
            return phrase("Seat {n} is {name} now.", n=n, name=body["name"])
        case "bot-seated":
            return _bot_words(body["why"], body["bot"], names[n - 1] if seat in people else "", n)
        case "resigned":
            return phrase(
                "{who} resigns; a bot ({bot}) plays on.",
                who=names[seat or 0],
                bot=bot_words(body["bot"]),
            )
        case "went-away":
            return phrase("{who} says goodbye.", who=names[seat or 0])
        case "came-back":
            return phrase("{who} is back.", who=names[seat or 0])
        case "vacated":
            return phrase("Seat {n} is open.", n=n)
        case "settings":
            return phrase("The host changes the table's settings.")
        case "rematched":
            return phrase("{who} asks for another game.", who=names[seat or 0])
        case "clock-extended":
            more = body["seconds"]
            if seat is None:
                return phrase("The host gives everybody {n} seconds more.", n=more)
            return phrase("The host gives {who} {n} seconds more.", who=names[seat], n=more)
    return kind.replace("-", " ").capitalize() + "."
