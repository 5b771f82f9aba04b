"""What rules of Solid do to its games: what is kept of a game, and what is measured of many.

Of each game it is kept how it went, what was done with each kind of card, and whether protecting
mattered.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.play import play_bots
from facedown.core.roster import Bot
from facedown.core.seats import NATURE, Outcome, Seat
from facedown.core.view import View
from facedown.games.solid.cards import DECKS
from facedown.games.solid.game import Solid
from facedown.games.solid.moves import Discard, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import SHUFFLE, Setting, SolidState
from facedown.lab.estimate import GameMeasure, correlation, estimate
from facedown.lab.workbench.findings import CardUse, Workbench, won


@dataclass(frozen=True, slots=True)
class Uses:
    """What one seat did with each kind of card, as counts in the order of the card list.

    ``sides`` are those put into the pod or shared, ``events`` those played by their event side,
    protecting among them.
    """

    drawn: tuple[int, ...]
    sides: tuple[int, ...]
    events: tuple[int, ...]
    discarded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Protection:
    """One of a game's protect cards, by lot: who played it, and who would have won otherwise.

    The game is played again with the same draws and players, who let it happen that once.
    """

    seat: Seat
    otherwise: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SolidRecord:
    """What is kept of a game.

    ``log`` is a checksum of all its moves. ``first`` began, ``last`` is whose turn it ended in, and
    ``ending`` how (``each``, ``twice``, ``total``, ``idle``, ``turns``). ``hits`` are events that
    hit a card in play, ``asked`` those that somebody was asked about, and ``protected`` those
    that were prevented.
    """

    log: str
    first: Seat
    last: Seat
    turns: int
    ending: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    hits: int
    asked: int
    protected: int
    protection: Protection | None
    shuffles: int
    uses: tuple[Uses, ...]


def play_game(game: Game, bots: Sequence[Bot], seed: str) -> SolidRecord:
    """Plays a game of Solid, and what would have come of it without one of its protect cards.

    >>> from facedown.core import new_bot, new_game
    >>> game = new_game("solid", 2)
    >>> record = play_game(game, [new_bot(game, "greedy")] * 2, "0/0")
    >>> record == play_game(game, [new_bot(game, "greedy")] * 2, "0/0")
    True
    >>> record.hits >= record.asked >= record.protected
    True
    """
    state, outcome = _played(game, bots, seed)
    setting, nature = state.setting, [entry for entry in state.record if entry[0] == NATURE]
    made = [(seat, setting.moves[action]) for seat, action, _ in state.record if seat != NATURE]
    protectors = [seat for seat, move in made if isinstance(move, Protect)]
    protection = None
    if protectors:
        number = random.Random(f"{seed}/protection").randrange(len(protectors))
        _, otherwise = _played(game, _letting(setting, bots, number), seed)
        protection = Protection(protectors[number], otherwise.winners)
    hits = asked = 0
    waiting = False
    for _, move in made:
        answer = isinstance(move, LetHappen | Protect)
        asked += answer and waiting
        waiting = isinstance(move, UseEvent) and move.owner is not None
        hits += waiting
    return SolidRecord(
        log=hashlib.sha256(repr(state.record).encode()).hexdigest()[:16],
        first=next(action for _, action, drawer in nature if drawer == -1),
        last=state.mover,
        turns=state.turn,
        ending=state.ending,
        points=outcome.points,
        winners=outcome.winners,
        hits=hits,
        asked=asked,
        protected=len(protectors),
        protection=protection,
        shuffles=len(state.shuffled),
        uses=_uses(state),
    )


def _played(game: Game, bots: Sequence[Bot], seed: str) -> tuple[SolidState, Outcome]:
    state = play_bots(game, bots, seed)
    assert isinstance(state, SolidState)
    outcome = state.outcome()
    assert outcome is not None
    return state, outcome


class _Counting:
    """A bot that lets happen what it would prevent by the table's so-many-th protect card."""

    def __init__(self, bot: Bot, setting: Setting, left: list[int]) -> None:
        self._bot, self._setting, self._left = bot, setting, left

    def act(self, view: View, rng: random.Random) -> Action:
        action = self._bot.act(view, rng)
        if isinstance(action, int) and action in self._setting.protects.values():
            self._left[0] -= 1
            if self._left[0] == -1:
                return self._setting.let
        return action


def _letting(setting: Setting, bots: Sequence[Bot], number: int) -> list[Bot]:
    """The same players, with one number of protect cards left to be played by all together."""
    left = [number]
    return [_Counting(bot, setting, left) for bot in bots]


def _uses(state: SolidState) -> tuple[Uses, ...]:
    setting = state.setting
    counts = [[[0] * len(setting.deck) for _ in range(4)] for _ in range(setting.seats)]
    for seat, action, drawer in state.record:
        if seat == NATURE:
            if drawer >= 0 and action != SHUFFLE:
                counts[drawer][0][action] += 1
            continue
        move = setting.moves[action]
        match move:
            case Play() | Share():
                counts[seat][1][setting.kinds[move.card]] += 1
            case UseEvent() | Protect():
                counts[seat][2][setting.kinds[move.card]] += 1
            case Discard():
                counts[seat][3][setting.kinds[move.card]] += 1
    return tuple(Uses(*map(tuple, of_seat)) for of_seat in counts)


ENDINGS: Final = {
    "each": "enough of each type",
    "twice": "enough of two types",
    "total": "enough in all",
    "idle": "nobody went on",
    "turns": "turn limit",
}
"""How games end, in words; the last two are stalls."""
STALLS: Final = ("idle", "turns")


def measures(seats: int) -> tuple[GameMeasure[SolidRecord], ...]:
    """What is measured of whole games."""
    return (
        GameMeasure(
            "first", "Won by who begins", lambda g: won(g, g.first), share=True, even=1 / seats
        ),
        GameMeasure("turns", "Turns", lambda g: g.turns),
        GameMeasure("winner", "Points of the winner", lambda g: max(g.points)),
        GameMeasure("lead", "Lead over the next", _lead),
        GameMeasure("ties", "Ties", lambda g: len(g.winners) > 1, share=True),
        *(_ended_by(ending, words) for ending, words in ENDINGS.items()),
        GameMeasure("stalls", "Stalls", lambda g: g.ending in STALLS, share=True),
        GameMeasure("last", "Won by whose turn was the last", lambda g: won(g, g.last), share=True),
        GameMeasure("shuffles", "Shuffles of the discard pile", lambda g: g.shuffles),
        GameMeasure("hits", "Events that hit cards in play", lambda g: g.hits),
        GameMeasure("asked", "Events that could be prevented", lambda g: g.asked),
        GameMeasure("protected", "Events that were prevented", lambda g: g.protected),
        GameMeasure("turned", "Games that a protect card turned", _turned, share=True),
        GameMeasure("gained", "Wins gained by that card", _gained, even=0.0),
    )


def _ended_by(ending: str, words: str) -> GameMeasure[SolidRecord]:
    return GameMeasure(
        f"ending {ending}", f"Ended: {words}", lambda g: g.ending == ending, share=True
    )


def _turned(record: SolidRecord) -> bool:
    """Whether others would have won without a protect card, one of the game's by lot."""
    return record.protection is not None and record.protection.otherwise != record.winners


def _gained(record: SolidRecord) -> float:
    """How much more of a win its player has than they would have had."""
    if record.protection is None:
        return 0.0
    seat, otherwise = record.protection.seat, record.protection.otherwise
    return won(record, seat) - (seat in otherwise) / len(otherwise)


def _lead(record: SolidRecord) -> int:
    first, second, *_ = sorted(record.points, reverse=True)
    return first - second


def card_uses(game: Game, records: Sequence[SolidRecord]) -> Iterator[CardUse]:
    """How often each player used each kind of card in a game, on average.

    A side is put into the pod or shared; an event is played, to protect among them. What a card is
    worth is the correlation between playing it, by whichever side, and winning.
    """
    assert isinstance(game, Solid)
    setting = game.setting
    for kind, card in enumerate(setting.deck):
        if not card.copies:
            continue
        rows = [[_row(uses, kind) for uses in record.uses] for record in records]
        drawn, side, event, discarded = (
            estimate(sum(row[part] for row in seats) / setting.seats for seats in rows)
            for part in range(4)
        )
        pairs = (
            [(row[1] + row[2], won(record, seat)) for seat, row in enumerate(seats)]
            for record, seats in zip(records, rows, strict=True)
        )
        used = {"drawn": drawn, "side": side, "event": event, "discarded": discarded}
        yield CardUse(card.name, used, correlation(pairs))


def _row(uses: Uses, kind: int) -> tuple[int, int, int, int]:
    """How often one seat drew a kind of card, put it by a side, played its event, discarded it."""
    return uses.drawn[kind], uses.sides[kind], uses.events[kind], uses.discarded[kind]


def _told(game: Game) -> str:
    """What a set of rules is made of."""
    assert isinstance(game, Solid)
    cards = game.setting.deck
    data = sum(card.copies for card in cards if card.type >= 0)
    shares = sum(card.copies for card in cards if card.shares)
    number = sum(card.copies for card in cards)
    return f"{number} cards, {data} of them data and {shares} sharing cards in a set"


WORKBENCH: Final = Workbench(
    game="solid",
    source="cards",
    what="A card list",
    kind="deck",
    known={deck: {"deck": deck} for deck in DECKS},
    example="anyone=yes",
    players="beginner,greedy,careful",
    seats=2,
    record=SolidRecord,
    play=play_game,
    measures=measures,
    length=lambda record: record.turns,
    unit="turn",
    columns={
        "drawn": "Drawn",
        "side": "Put or shared",
        "event": "As event",
        "discarded": "Discarded",
    },
    worth=("winning", "With winning"),
    about_cards="How often each player draws a card in a game, puts it into the pod or shares it, "
    "plays it by its event side (to protect, too), and discards it; and how strongly playing it, "
    "by whichever side, goes together with winning: 1 would be always, 0 not at all. That they go "
    "together does not say that one makes the other.",
    uses=card_uses,
    told=_told,
)
