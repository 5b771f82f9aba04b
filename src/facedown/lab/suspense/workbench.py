"""What stars and conditions do to games of Suspense: what is kept of one, and measured of many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from facedown.core.game import Game
from facedown.core.play import play_bots
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import CARD_COUNT, NAMES, STANDARD
from facedown.games.suspense.moves import PASS
from facedown.games.suspense.rules import Round, SuspenseState, over_others
from facedown.games.suspense.view import Cause
from facedown.games.suspense.words import card_words
from facedown.lab.estimate import Estimate, GameMeasure, estimate
from facedown.lab.workbench.findings import CardUse, Workbench, won


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """What is kept of a round; ``held`` and ``played`` are sets of cards, a mask for each seat.

    ``turns`` is how many there were and ``folds`` who folded; ``took`` has the cards that won, and
    ``given_up`` counts who folded although they would have won (S2).
    """

    dealer: Seat
    secret: int
    turns: int
    ending: Cause
    held: tuple[int, ...]
    played: tuple[int, ...]
    folds: int
    points: tuple[int, ...]
    won: bool
    given_up: int


@dataclass(frozen=True, slots=True)
class SuspenseRecord:
    """What is kept of a game; ``log`` is a checksum of all that was dealt and done."""

    log: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    rounds: tuple[RoundRecord, ...]


def play_game(game: Game, bots: Sequence[Bot], seed: str) -> SuspenseRecord:
    """Plays a game of Suspense.

    >>> from facedown.core import new_bot, new_game
    >>> game = new_game("suspense", 3)
    >>> record = play_game(game, [new_bot(game, "careful")] * 3, "0/0")
    >>> sum(map(sum, (one.points for one in record.rounds))) == sum(record.points)
    True
    """
    state = play_bots(game, bots, seed)
    assert isinstance(state, SuspenseState)
    outcome = state.outcome()
    assert outcome is not None
    return SuspenseRecord(
        log=hashlib.sha256(repr(state.rounds).encode()).hexdigest()[:16],
        points=outcome.points,
        winners=outcome.winners,
        rounds=tuple(map(_kept, state.rounds)),
    )


def _kept(round_: Round) -> RoundRecord:
    return RoundRecord(
        dealer=round_.dealer,
        secret=round_.secret,
        turns=len(round_.turns),
        ending=_ending(round_),
        held=tuple(hand | out for hand, out in zip(round_.hands, round_.played, strict=True)),
        played=round_.played,
        folds=round_.folded,
        points=tuple(score.points for score in round_.scores),
        won=any(score.why == "won" for score in round_.scores),
        given_up=sum(score.why == "folded-a-win" for score in round_.scores),
    )


def _ending(round_: Round) -> Cause:
    if round_.turns[-1] < PASS:
        return "limit"
    return "one-left" if len(round_.hands) - round_.folded.bit_count() == 1 else "all-passed"


ENDINGS: Final[dict[Cause, str]] = {
    "limit": "the sum reached the limit",
    "one-left": "one was left",
    "all-passed": "all passed",
}


def measures(seats: int) -> tuple[GameMeasure[SuspenseRecord], ...]:
    """What is measured of whole games."""
    return (
        GameMeasure(
            "first",
            "Won by who deals first",
            lambda g: won(g, g.rounds[0].dealer),
            share=True,
            even=1 / seats,
        ),
        GameMeasure("rounds", "Rounds", lambda g: len(g.rounds)),
        GameMeasure("turns", "Turns of a round", lambda g: fmean(r.turns for r in g.rounds)),
        GameMeasure("winner", "Points of the winner", lambda g: max(g.points)),
        GameMeasure("lead", "Lead over the next", _lead),
        GameMeasure("ties", "Ties", lambda g: len(g.winners) > 1, share=True),
        GameMeasure(
            "given", "Points given in a round", lambda g: fmean(sum(r.points) for r in g.rounds)
        ),
        GameMeasure(
            "dealer",
            "Dealer’s points over the others’",
            lambda g: fmean(over_others(r.points, r.dealer) for r in g.rounds),
            even=0.0,
        ),
        GameMeasure(
            "met", "Rounds that somebody won", lambda g: fmean(r.won for r in g.rounds), share=True
        ),
        GameMeasure(
            "folds", "Folds in a round", lambda g: fmean(r.folds.bit_count() for r in g.rounds)
        ),
        GameMeasure(
            "given_up", "Wins folded in a round", lambda g: fmean(r.given_up for r in g.rounds)
        ),
        *(_ended_by(ending, words) for ending, words in ENDINGS.items()),
    )


def _ended_by(ending: Cause, words: str) -> GameMeasure[SuspenseRecord]:
    return GameMeasure(
        f"ending {ending}",
        f"Ended: {words}",
        lambda g: fmean(r.ending == ending for r in g.rounds),
        share=True,
    )


def _lead(record: SuspenseRecord) -> int:
    first, second, *_ = sorted(record.points, reverse=True)
    return first - second


def card_uses(game: Game, records: Sequence[SuspenseRecord]) -> Iterator[CardUse]:
    """What became of each card, round by round.

    ``played`` is how often its holder played it. Of the rounds in which it lay face down ``met``
    is how many somebody won, ``folds`` how many folded and ``given`` how many points there were.
    What it is worth is how many points more its holder scored than the others did.
    """
    del game
    rounds = [one for record in records for one in record.rounds]
    for card in range(CARD_COUNT):
        bit = 1 << card
        lying = [one for one in rounds if one.secret == card]
        holders = [
            (one, seat) for one in rounds for seat, held in enumerate(one.held) if held & bit
        ]
        uses = {
            "played": _mean([bool(one.played[seat] & bit) for one, seat in holders]),
            "met": _mean([one.won for one in lying]),
            "folds": _mean([one.folds.bit_count() for one in lying]),
            "given": _mean([sum(one.points) for one in lying]),
        }
        yield CardUse(
            NAMES[card], uses, _mean([over_others(one.points, seat) for one, seat in holders])
        )


def _mean(values: Sequence[float]) -> Estimate | None:
    return estimate(values) if len(values) > 1 else None


def _told(game: Game) -> str:
    """What a set of rules is made of: the cards that are other than usual."""
    assert isinstance(game, Suspense)
    faces = zip(NAMES, game.setting.faces, STANDARD, strict=True)
    other = [str(card_words(name)) for name, face, usual in faces if face != usual]
    title = [game.card_table.words] if game.card_table.words else []
    return "; ".join([*title, f"other cards: {', '.join(other)}" if other else "the usual cards"])


WORKBENCH: Final = Workbench(
    game="suspense",
    source="table",
    what="A card table",
    kind="card table",
    known={"usual": {}},
    example="limit=18",
    players="beginner,careful",
    seats=3,
    record=SuspenseRecord,
    play=play_game,
    measures=measures,
    length=lambda record: len(record.rounds),
    unit="round",
    columns={
        "played": "Played",
        "met": "Won when face down",
        "folds": "Folds then",
        "given": "Points then",
    },
    worth=("worth", "Worth"),
    about_cards="How often a player who holds a card plays it. Of the rounds in which it lies face "
    "down, how many somebody wins, how many fold, and how many points there are. What it is worth: "
    "how many points more its holder scores in a round than the others do, whatever lies face "
    "down.",
    uses=card_uses,
    told=_told,
)
