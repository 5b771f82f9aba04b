"""The tools themselves: each a record of what a model sends, and what it is answered.

They are one more edge of :class:`~facedown.table.Tables`, beside the pages and the JSON interface:
the same acts, the same snapshots, and nothing kept here.
"""

from __future__ import annotations

import dataclasses
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar, Final, Literal, TypeAlias

from facedown.core.brief import by_number
from facedown.core.codec import Json, from_json, record_fields, schema, to_json
from facedown.core.errors import (
    BadRecord,
    FacedownError,
    IllegalMove,
    MalformedMove,
    UnknownName,
)
from facedown.core.game import Game
from facedown.core.log import write_log
from facedown.core.registry import game_class, load_games
from facedown.core.typed import read_line
from facedown.table import NewTable, NotAllowed, NotYet, OutOfDate, Tables
from facedown.table.access import new_token
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import MakeMove
from facedown.table.bots import bot_names, usual_bot
from facedown.table.days import day_of
from facedown.table.errors import Closing, Crashed, NoSuchTable, StoreError, TableError, TooSlow
from facedown.table.state import Settings, all_aids
from facedown.table.watching import Snapshot
from facedown.web.mcp import words

MOST_WAIT: Final = 25
"""Seconds that one call waits at most."""

Cost: TypeAlias = Literal["read", "write", "create", "aid"]
"""As what a call counts where calls are limited; the names are those of the guard's rates."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a model reads, and data for a program that has asked for them."""

    text: str
    data: dict[str, Json] | None = None


class TooMuch(TableError):
    """Whoever calls has called too much lately."""


def _everybody(_: Tool) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Door:
    """What tools are called with: the tables, and what came with the call beside its arguments.

    ``bearer`` is a secret, or a whole handle, that was shown outside of the arguments; ``link`` is
    what stands before a table's name in its link, empty where nothing serves pages; ``admitted``
    is entered around a call, and raises ``TooMuch`` where calls are limited.
    """

    tables: Tables
    bearer: str = ""
    link: str = ""
    admitted: Callable[[Tool], AbstractContextManager[None]] = _everybody

    def opened(self, handle: str) -> tuple[str, str]:
        """The table and the secret that a handle names; raises ``NotAllowed``.

        A part that it lacks is taken from what was shown as a bearer.
        """
        table, _, secret = handle.strip().partition(".")
        shown, _, shown_secret = self.bearer.rpartition(".")
        table, secret = table or shown, secret or shown_secret
        if not table or not secret or (not handle.partition(".")[2] and shown not in {"", table}):
            raise NotAllowed("A handle is TABLE.SECRET, as join has answered it.")
        return table, secret

    def handle(self, table: str, secret: str) -> str:
        """The handle as it is told: without its secret where that came as a bearer."""
        return table if secret == self.bearer.rpartition(".")[2] else f"{table}.{secret}"

    async def turn(self, table: str, secret: str, seconds: int) -> None:
        """Waits until the seat is to move or the game is over, at most so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            shot = await self.tables.watching.snapshot(table, secret, after=None)
            if self.tables.closing or words.to_move(shot) or shot.info.status == "over":
                return
            await self.tables.watching.wait(table, shot.head, left)


def about(meaning: str, default: Any = MISSING) -> Any:
    """A part of a tool's arguments with what it means."""
    return field(default=default, metadata={"about": meaning})


_HANDLE: Final = "What join has answered; not needed where a bearer token has it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(ABC):
    """A tool: its docstring tells a model what it does, its fields what it takes."""

    tool: ClassVar[str]
    cost: ClassVar[Cost] = "read"
    changes: ClassVar[bool] = False
    """Whether it changes anything at a table."""

    @abstractmethod
    async def run(self, door: Door) -> ToolAnswer:
        """Does it; raises ``FacedownError`` with one sentence."""

    @classmethod
    def described(cls) -> str:
        """What it does, in one paragraph."""
        return " ".join((cls.__doc__ or "").split())

    @classmethod
    def input_schema(cls) -> dict[str, Json]:
        """The JSON Schema of its arguments."""
        form = schema(cls)
        for part in dataclasses.fields(cls):
            form["properties"][part.name]["description"] = part.metadata["about"]
            if part.default is not MISSING:
                form["properties"][part.name]["default"] = part.default
        return form

    @property
    def waits(self) -> int:
        """For how many seconds it may wait for others."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Games(Tool):
    """List the games: seats, options, bots, and what the table can be asked about it."""

    tool = "games"

    async def run(self, door: Door) -> ToolAnswer:
        """Facts of every game."""
        return ToolAnswer("\n\n".join(_facts(kind) for kind in load_games()[0].values()))


def _facts(kind: type[Game]) -> str:
    facts, usual = kind.facts, usual_bot(kind())
    lines = [f"{facts.name}: {facts.title}, {facts.players}. {facts.summary}"]
    for option in facts.options:
        values = f" (one of {', '.join(map(str, option.choices))})" if option.choices else ""
        lines.append(f"  option {option.name} = {option.default!r}{values}: {option.meaning}")
    lines.append(f"  bots: {', '.join(bot_names(kind()))}; usual: {usual}")
    lines += [f"  aid {aid.name}: {aid.meaning}" for aid in facts.aids]
    return "\n".join(lines)


def _whole(wait: int) -> int:
    if not 0 <= wait <= MOST_WAIT:
        raise BadRecord(f"wait is a number of seconds from 0 to {MOST_WAIT}.")
    return wait


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesTool(Tool):
    """The short rules of a table, as its options make them, with how every move is typed.

    Read them before the first move. Without a handle: those of a game as it is usually played.
    """

    tool = "rules"

    handle: str = about("A table's handle, or its name alone.", "")
    game: str = about("A game's name, where there is no table yet.", "")
    whole: bool = about("The whole rulebook, with numbered paragraphs, in place of it.", False)

    async def run(self, door: Door) -> ToolAnswer:
        """The rules in brief, or the rulebook."""
        if self.game:
            game = game_class(self.game)()
            settings = Settings(aids=all_aids(game.facts))
        else:
            named = self.handle or door.bearer
            table = named.strip().partition(".")[0]
            game = await door.tables.watching.game(table)
            settings = (await door.tables.watching.info(table)).settings
        rules = game.rulebook() if self.whole else game.brief()
        aim = str(game.aim() or game.facts.summary)
        parts = [words.setting(game, settings), aim, rules.strip(), words.OTHERS_TEXTS]
        return ToolAnswer("\n\n".join(parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(Tool):
    """Open a table. Then take a seat: ticket, and join with the table's name."""

    tool = "new_game"
    cost = "create"
    changes = True

    game: str = about("The game's name, as games lists it.")
    seats: int | None = about("How many seats; null for as many as usual.", None)
    options: dict[str, bool | int | str] = field(
        default_factory=dict, metadata={"about": "Options of the game by name."}
    )
    open_seats: int = about("How many seats stay open for you and others; bots take the rest.", 1)
    bot: str = about("Which bot takes them; empty for the usual one.", "")
    aids: tuple[str, ...] | None = about("The aids to allow; null for all, [] for none.", None)
    daily: str = about("The puzzle of a day (YYYY-MM-DD) in place of options.", "")

    async def run(self, door: Door) -> ToolAnswer:
        """The new table's name, and its open seats."""
        kind = game_class(self.game)
        day = day_of(kind, self.daily) if self.daily else None
        if day is not None and self.options:
            raise TableError("The puzzle of a day has its own options; send daily or options.")
        usual = day.seats if day else kind.facts.seats_unless_said
        seats = usual if self.seats is None else self.seats
        # refuses what no table has, before anything is made of it; one seat may stand for several
        kind(kind.facts.seats[0] if seats == 1 else seats)
        if not 1 <= self.open_seats <= seats:
            raise TableError(f"open_seats is a number from 1 to {seats}, the number of seats.")
        if self.bot and self.open_seats == seats:
            raise TableError("No seat is left for a bot; ask for more seats, or for none.")
        bots = None
        if day is None or self.bot or (self.open_seats, seats) != (1, day.seats):
            bot = self.bot or usual_bot(kind())
            bots = dict.fromkeys(range(self.open_seats, seats), bot)
        asked = NewTable(
            game=self.game,
            seats=seats,
            options=self.options,
            bots=bots,
            settings=None if self.aids is None else Settings(aids=tuple(self.aids)),
            daily=self.daily,
        )
        table = (await door.tables.create(asked)).table
        open_seats = ", ".join(str(seat + 1) for seat in range(self.open_seats))
        link = f" Its page: {door.link}{table}" if door.link else ""
        return ToolAnswer(
            f"Table {table} is open.{link}\nOpen seats: {open_seats}. The game begins when all are "
            f'taken.\nNext: call ticket, then join with table = "{table}" and that ticket.'
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(Tool):
    """A fresh secret to take a seat with. Nothing changes; a ticket that was lost costs nothing."""

    tool = "ticket"

    async def run(self, door: Door) -> ToolAnswer:
        """A secret of 256 random bits."""
        return ToolAnswer(f"{new_token()}\nKeep it to yourself: with it and join a seat is yours.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Tool):
    """Take a seat at a table. Sent again with the same ticket it is the same seat."""

    tool = "join"
    cost = "write"
    changes = True

    table: str = about("The table's name, or the link to it.")
    ticket: str = about("What ticket has answered; not needed where a bearer token has it.", "")
    seat: int | None = about("Which seat, from 1; null for the first that is free.", None)
    name: str = about("What you are called there; others see it.", "")

    async def run(self, door: Door) -> ToolAnswer:
        """The handle, and the table as the seat sees it."""
        table = self.table.strip().partition("?")[0].rstrip("/").rpartition("/")[2]
        secret = self.ticket.strip() or door.bearer.rpartition(".")[2]
        if not secret:
            raise NotAllowed("A ticket is needed: call ticket, and join with what it answers.")
        if self.seat is not None and self.seat < 1:
            raise TableError("Seats are counted from 1.")
        seat = None if self.seat is None else self.seat - 1
        act = ClaimSeat(seat=seat, name=self.name, secret=secret)
        try:
            got = await door.tables.do(table, act)
        except NotAllowed:  # its sentence has the name of whoever sits there
            seats = (await door.tables.watching.info(table)).seats
            if seat is None or seat >= len(seats) or seats[seat].player == "open":
                raise
            free = [str(each.seat + 1) for each in seats if each.player == "open"]
            told = f"Seat {seat + 1} is taken; seats still open: {', '.join(free) or 'none'}."
            raise NotAllowed(told) from None
        shot = await door.tables.watching.snapshot(table, secret)
        lines = [
            f"You have seat {got.seat + 1}. Your handle: {door.handle(table, secret)}",
            words.who_sits(shot.info, shot.viewer),
            "Call rules with it before the first move.",
        ]
        return ToolAnswer("\n".join(lines) + "\n\n" + words.told(shot, since=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class LookTool(Tool):
    """The table as your seat may know it: what is new, the view, and what you can do now."""

    tool = "look"

    handle: str = about(_HANDLE, "")
    since: int | None = about("The newest event you know; then what came after it is told.", None)
    wait: int = about(f"Seconds to wait for your turn first, at most {MOST_WAIT}.", 0)
    data: bool = about("The view and your moves as data, too.", False)

    @property
    def waits(self) -> int:
        """As it says."""
        return self.wait

    async def run(self, door: Door) -> ToolAnswer:
        """The view in words, and as data where that is asked for."""
        table, secret = door.opened(self.handle)
        if _whole(self.wait):
            await door.tables.watching.seat(table, secret)  # refuses before waiting
            await door.turn(table, secret, self.wait)
        shot = await door.tables.watching.snapshot(table, secret, after=self.since)
        sat = words.who_sits(shot.info, shot.viewer)
        text = words.told(shot, since=self.since)
        return ToolAnswer(
            f"{sat}\n\n{text}" if shot.view else text, _data(shot) if self.data else None
        )


def _data(shot: Snapshot) -> dict[str, Json]:
    return {
        "head": shot.head,
        "seat": shot.viewer + 1,
        "view": None if shot.view is None else to_json(shot.view),
        "moves": [shot.game.typed(move) for _, move in shot.legal],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTool(Tool):
    """What a move would mean, and whether it is allowed now. Nothing is made."""

    tool = "check"
    cost = "write"

    handle: str = about(_HANDLE, "")
    move: str = about("The move, as you would play it.")

    async def run(self, door: Door) -> ToolAnswer:
        """What the game says back to it, or the move in its normal form."""
        table, secret = door.opened(self.handle)
        watching = door.tables.watching
        shot = await watching.snapshot(table, secret, after=None)
        head, back = await watching.read_back(table, secret, self.move)
        lines = []
        if back is None:
            move = read_line(shot.game, self.move, shot.seen())
        else:
            if back.move is None:
                more = f" It could go on as: {'; '.join(back.completions)}"
                told = by_number(shot.game, shot.viewer, back.problem)
                raise MalformedMove(told + (more if back.completions else ""))
            move = back.move
            told_back = (back.meaning, *back.warnings)
            lines = [by_number(shot.game, shot.viewer, line) for line in told_back]
        await watching.check_move(table, secret, move)
        lines.append(f"It is allowed: play with head = {head} and move = {shot.game.typed(move)}")
        return ToolAnswer("\n".join(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTool(Tool):
    """Make a move. Safe to repeat, and for two clients of one seat: it makes one move at a head.

    Sent again with the same head it makes nothing, and tells which move was made there.
    """

    tool = "play"
    cost = "write"
    changes = True

    handle: str = about(_HANDLE, "")
    head: int = about("The number of the newest event you have seen, as look tells it.")
    move: str = about("The move, typed as the rules say.")
    wait: int = about(f"Seconds to wait for your next turn, at most {MOST_WAIT}.", 10)

    @property
    def waits(self) -> int:
        """As it says."""
        return self.wait

    async def run(self, door: Door) -> ToolAnswer:
        """What happened since, the view, and what comes next."""
        table, secret = door.opened(self.handle)
        _whole(self.wait)
        act = MakeMove(line=self.move, expected=self.head, client=f"head-{self.head}")
        done = await door.tables.do(table, act, secret)
        await door.turn(table, secret, self.wait)
        shot = await door.tables.watching.snapshot(table, secret, after=self.head)
        said = ""
        if done.again:
            made = [frame for frame in shot.frames if frame.seq == done.seq]
            lines = " ".join(words.news(tuple(made), shot))
            said = f"Your seat had moved at head {self.head}, so nothing was made now: {lines}\n\n"
        return ToolAnswer(said + words.told(shot, since=self.head))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatCouldBeKnown(Tool):
    """What follows from what your seat may know, worked out exactly; only aids the table allows."""

    tool = "what_could_be_known"
    cost = "aid"

    handle: str = about(_HANDLE, "")
    aid: str = about("Which aid; empty lists them.", "")

    async def run(self, door: Door) -> ToolAnswer:
        """The words of an aid, or which there are."""
        table, secret = door.opened(self.handle)
        shot = await door.tables.watching.snapshot(table, secret, after=None)
        allowed = [aid for aid in shot.game.facts.aids if aid.name in shot.info.settings.aids]
        if not self.aid:
            each = [f"{aid.name}: {aid.meaning}" for aid in allowed]
            return ToolAnswer("\n".join(each) or "This table allows no aids.")
        if self.aid not in {aid.name for aid in allowed}:
            names = ", ".join(aid.name for aid in allowed) or "none"
            raise TableError(f"That is no aid of this table; it allows {names}.")
        advice = await door.tables.watching.aid(table, secret, self.aid)
        return ToolAnswer(by_number(shot.game, shot.viewer, advice.words))


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeLog(Tool):
    """The log of a game that is over: every move, the seed and the salt, as JSON lines."""

    tool = "log"

    handle: str = about(_HANDLE, "")

    async def run(self, door: Door) -> ToolAnswer:
        """The log."""
        table, secret = door.opened(self.handle)
        return ToolAnswer(write_log(await door.tables.replays.log(table, secret)))


TOOLS: Final[dict[str, type[Tool]]] = {
    tool.tool: tool
    for tool in (
        Games,
        RulesTool,
        NewGame,
        Ticket,
        Join,
        LookTool,
        CheckTool,
        PlayTool,
        WhatCouldBeKnown,
        WholeLog,
    )
}


def read(name: str, arguments: Json) -> Tool:
    """The call of a tool; raises ``FacedownError`` with one sentence that repeats no value."""
    kind = TOOLS.get(name)
    if kind is None:
        raise UnknownName(f"There is no such tool; the tools are {', '.join(TOOLS)}.")
    parts = record_fields(kind)
    if isinstance(arguments, dict) and not arguments.keys() <= parts.keys():
        raise BadRecord(f"{name} takes {', '.join(parts) or 'nothing'}, and nothing else.")
    call: Tool = from_json(kind, arguments or {}, name)
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadRecord(f"{name} was sent half of a character.") from None
    return call


_NEXT: Final = (
    (NoSuchTable, "Ask for the table's name again, or open one with new_game."),
    (OutOfDate, "Call look, and play with its head."),
    (NotAllowed, "Check what you sent; join tells your handle, and look what you may do."),
    (NotYet, "Call look to see what is going on."),
    ((Closing, StoreError, TooSlow, Crashed, TooMuch), "Send the same again in a moment."),
    ((IllegalMove, MalformedMove), "Nothing was made; look lists what is open to you."),
    (UnknownName, "games lists what there is."),
    (BadRecord, "Send it again with that put right."),
)


def refused(problem: FacedownError) -> str:
    """What a model reads of a refusal: why, and what to do next. Seats are numbers in it, too."""
    why = problem.refusal.named() if isinstance(problem, IllegalMove) else str(problem)
    next_ = next((said for kinds, said in _NEXT if isinstance(problem, kinds)), "")
    return f"{why} {next_ or 'Nothing was changed; put that right and try again.'}"
