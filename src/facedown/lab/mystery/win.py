"""How often a puzzle is won: whole games with low deck and prices, by one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from facedown.core.codec import Json
from facedown.core.messages import phrase
from facedown.core.play import play_bots
from facedown.core.players import bot_words
from facedown.core.progress import Progress
from facedown.core.roster import new_bot
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.knowledge import knowledge_of
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.puzzle_file import puzzle_text
from facedown.games.mystery.view import MysteryView
from facedown.lab.estimate import Estimate, estimate

if TYPE_CHECKING:
    from facedown.games.mystery.game import MysteryMachine

PLAYER: Final = "strong"
WIN_DEALS: Final = 200
MOST_DEALS: Final = 1_000_000
TOLD_EVERY: Final = 50
_PARTS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game of one player.

    ``chance`` is that of its guess to be right, from what had been shown; ``right`` is whether it
    was; ``left`` are the low cards left then, 0 when it was wrong.
    """

    chance: float
    right: int
    questions: int
    left: int


def played(game: MysteryMachine, bot: str, deal: str) -> Played:
    """A game of one player; equal deals are dealt the same for every player."""
    state = play_bots(game, [new_bot(game, bot)], deal)
    outcome, view = state.outcome(), state.view(0)
    assert outcome is not None
    assert isinstance(view, MysteryView)
    known = knowledge_of(view)
    named = known.dealing.in_one_order(tuple(map(card_number, view.named or ())))
    chance = float(known.guesses().get(named, 0)) / float(known.total())
    return Played(chance, len(outcome.winners), view.asked, outcome.points[0])


def mean_chance(games: list[Played]) -> Estimate:
    """How often these games are won: the mean chance of their guesses.

    The same on average as counting right guesses, and nearer to it with fewer deals.
    """
    found = estimate([round(_PARTS * one.chance) for one in games])
    return Estimate(found.mean / _PARTS, found.error / _PARTS)


def mean_difference(games: list[Played], others: list[Played]) -> Estimate:
    """How much more often these games are won than others on the same deals."""
    pairs = zip(games, others, strict=True)
    found = estimate([round(_PARTS * (one.chance - other.chance)) for one, other in pairs])
    return Estimate(found.mean / _PARTS, found.error / _PARTS)


@dataclass(frozen=True, slots=True)
class WinChance:
    """How often a player names the mystery, with a 95 % interval, and on which deals."""

    player: str
    chance: Estimate
    deals: int
    seed: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return max(0.0, self.chance.mean - self.chance.error)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return min(1.0, self.chance.mean + self.chance.error)

    @property
    def json(self) -> Json:
        """For programs."""
        return {
            "player": self.player,
            "mean": self.chance.mean,
            "low": self.low,
            "high": self.high,
            "deals": self.deals,
            "seed": self.seed,
        }

    @property
    def words(self) -> str:
        """For people."""
        return phrase(
            "Win chance: {mean:.1f} % ({low:.1f} to {high:.1f} %, 95 % interval) for the player "
            "{player}, estimated from {deals:,} deals (seed {seed}).",
            mean=100 * self.chance.mean,
            low=100 * self.low,
            high=100 * self.high,
            player=bot_words(self.player),
            deals=self.deals,
            seed=self.seed,
        )


def win_chance(
    puzzle: Puzzle, deals: int, seed: int, progress: Progress, player: str = PLAYER
) -> WinChance:
    """How often a player wins a puzzle, alone and with all its prices."""
    from facedown.games.mystery.game import MysteryMachine

    game = MysteryMachine(1, puzzle=puzzle_text(puzzle))
    games = []
    for deal in range(deals):
        if deal % TOLD_EVERY == 0:
            progress(
                phrase(
                    "{title}: {player} has played {deal:,} of {deals:,} deals.",
                    title=puzzle.title,
                    player=bot_words(player),
                    deal=deal,
                    deals=deals,
                )
            )
        games.append(played(game, player, f"{seed}/{deal}"))
    return WinChance(player, mean_chance(games), deals, seed)
