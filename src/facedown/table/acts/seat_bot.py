"""The host lets a bot play: an open seat, or instead of a person, who can come back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from facedown.core.messages import capital, phrase
from facedown.core.seats import Seat, bot_words
from facedown.table.access import check_host
from facedown.table.acting import Act, Services, commit_as_host
from facedown.table.acts.start import start_if_full
from facedown.table.bots import check_bot
from facedown.table.state import TableEvent, TableState
from facedown.table.words import free_colour


class BotSeated(TableEvent, kind="bot-seated"):
    """A bot plays a seat from now on; ``why`` is ``"host"`` or ``"clock"``."""

    seat: Seat
    bot: str
    why: str

    def apply(self, state: TableState, at: int) -> None:
        """Seats the bot; a person's seat keeps its name and its secret."""
        seat = state.seats[self.seat]
        seat.bot = self.bot
        seat.colour = seat.colour or free_colour(other.colour for other in state.seats)
        if seat.secret_hash is None:
            seat.name = _name(state, self.bot)

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Which bot plays whose seat, and why."""
        bot, who = bot_words(self.bot), names[self.seat]
        if self.why == "clock":
            return phrase(
                "A bot ({bot}) plays for {who} from here on, as the time is over.",
                bot=bot,
                who=who if self.seat in people else "",
            )
        if self.seat in people:
            return phrase("A bot ({bot}) plays for {who} from here on.", bot=bot, who=who)
        return phrase("A bot ({bot}) plays seat {n} from here on.", bot=bot, n=self.seat + 1)

    @property
    def bounded(self) -> bool:
        """The clock's comes once."""
        return self.why == "clock"

    @property
    def seated(self) -> bool:
        """It says who plays."""
        return True


def _name(state: TableState, bot: str) -> str:
    """What a bot is called: two of a kind are told apart."""
    names = {seat.name for seat in state.seats}
    numbers = range(2, state.spec.seats + 2)
    word = bot_words(bot)
    called = [
        capital(phrase("{bot} bot", bot=word)),
        *(capital(phrase("{bot} bot {n}", bot=word, n=n)) for n in numbers),
    ]
    return next(name for name in called if name not in names)


@dataclass(frozen=True, slots=True)
class Done:
    """It is done."""

    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot(Act[Done]):
    """Let a bot play a seat, or all open seats.

    A null seat fills every open one.
    """

    path = "bots"
    who = "host"
    gives = Done

    bot: str
    seat: int | None = None

    def decide(self, state: TableState) -> TableEvent:
        """Raises ``UnknownName`` or ``BadOption`` where the game has no such bot."""
        assert self.seat is not None
        state.seat(self.seat)
        return BotSeated(self.seat, check_bot(state.game, self.bot), "host")

    async def do(self, at: Services, table: str, secret: str | None) -> Done:
        """Seats the bot, or one in each open seat, and begins the game where all are taken."""
        if self.seat is None:
            state = (await at.registry.live_table(table, fresh=True)).state
            check_host(state, secret)
            for seat, seat_state in enumerate(state.seats):
                if not seat_state.taken:
                    await replace(self, seat=seat, client=None).do(at, table, secret)
            return Done()
        await commit_as_host(at, table, secret, self.client, self.decide)
        await start_if_full(at, table)
        return Done()
