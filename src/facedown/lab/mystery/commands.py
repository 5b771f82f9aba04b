"""Mystery Machine's own commands: par of a puzzle, how strong its players are.

``facedown par`` and ``facedown strength mystery``; the search for puzzles is ``design_command``'s.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.codec import Json, to_json
from facedown.core.errors import BadOption
from facedown.core.messages import exactly, joined, listed, phrase
from facedown.core.play import play_bots
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import bot_words
from facedown.core.workshop import Progress, lines_of
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.help.bounds import DEALS as SAMPLED_DEALS
from facedown.games.mystery.help.bounds import sampled_par
from facedown.games.mystery.help.knowledge import knowledge_of
from facedown.games.mystery.puzzle import Puzzle, hundredths, pile_name
from facedown.games.mystery.studio.library import PRINTED, find_puzzle, is_name, is_printed
from facedown.games.mystery.studio.texts import puzzle_text
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.words import at_most, percent
from facedown.lab.estimate import Estimate, estimate
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.deduce.purchases import PurchaseNode
    from facedown.games.mystery.game import MysteryMachine
    from facedown.games.mystery.help.strategy import Steps


LARGEST_FILE: Final = 100_000


def puzzle_from(text: str) -> Puzzle:
    """The puzzle that a name, a file or a share code means; raises ``FacedownError``."""
    path = Path(text.removeprefix("@"))
    if is_name(text) or not (text.startswith("@") or path.suffix or path.is_file()):
        return find_puzzle(text)
    try:
        with path.open(encoding="utf-8") as file:
            found = file.read(LARGEST_FILE)
    except OSError:
        raise BadOption(phrase("There is no file {path} that can be read.", path=path)) from None
    except UnicodeDecodeError:
        raise BadOption(phrase("The file {path} is no text.", path=path)) from None
    return find_puzzle(found if "=" in found else found.strip())


PLAYER: Final = "strong"
WIN_DEALS: Final = 200
MOST_DEALS: Final = 1_000_000
TOLD_EVERY: Final = 50
_PARTS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class PlayedDeals:
    """One game of one player.

    ``chance`` is that of its guess to be right, from what had been shown; ``right`` is whether it
    was; ``left`` are the low cards left then, 0 when it was wrong.
    """

    chance: float
    right: int
    questions: int
    left: int


def played(game: MysteryMachine, bot: str, deal: str) -> PlayedDeals:
    """A game of one player; equal deals are dealt the same for every player."""
    state = play_bots(game, [new_bot(game, bot)], deal)
    outcome, view = state.outcome(), state.view(0)
    assert outcome is not None
    assert isinstance(view, MysteryView)
    known = knowledge_of(view)
    named = known.dealing.in_one_order(tuple(map(card_number, view.named or ())))
    chance = float(known.guesses().get(named, 0)) / float(known.total())
    return PlayedDeals(chance, len(outcome.winners), view.asked, outcome.points[0])


def mean_chance(games: list[PlayedDeals]) -> Estimate:
    """How often these games are won: the mean chance of their guesses.

    The same on average as counting right guesses, and nearer to it with fewer deals.
    """
    found = estimate([round(_PARTS * one.chance) for one in games])
    return Estimate(found.mean / _PARTS, found.error / _PARTS)


def mean_difference(games: list[PlayedDeals], others: list[PlayedDeals]) -> Estimate:
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


def _par_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzle", metavar="PUZZLE", help=phrase("the name of a puzzle, a file, or a share code")
    )
    parser.add_argument(
        "--after",
        metavar="PILE=CARD",
        nargs="+",
        default=[],
        help=phrase("what piles have turned up, such as Q3=KH Q1=joker: what best play asks then"),
    )
    parser.add_argument(
        "--tree",
        action="store_true",
        help=phrase(
            "best play as a tree: each question, its answers, and the next question after them"
        ),
    )
    parser.add_argument(
        "--win",
        action="store_true",
        help=phrase("how often the strongest player wins it, with prices"),
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=int,
        help=phrase(
            "deals for --win ({deals}), or for sampling a puzzle too large ({sampled_deals})",
            deals=WIN_DEALS,
            sampled_deals=SAMPLED_DEALS,
        ),
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help=phrase("which deals (0)"))


def _par(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.deduce.purchases import BadPurchases
    from facedown.games.mystery.help.par import BeyondPar, best_of, dead_piles, node_after, par_of
    from facedown.games.mystery.help.strategy import NOT_THAT, Tree, read_steps

    if chosen.deals is not None and not 2 <= chosen.deals <= MOST_DEALS:
        raise BadOption(
            phrase(
                "The deals are from 2 to {most_deals:,}, not {deals}.",
                most_deals=MOST_DEALS,
                deals=chosen.deals,
            )
        )
    puzzle = puzzle_from(chosen.puzzle)
    try:
        best = best_of(puzzle)
    except BeyondPar as problem:
        if chosen.after or chosen.tree:
            raise
        return _beyond(puzzle, problem.message, chosen, progress)
    after = read_steps(chosen.after, puzzle)
    try:
        node = node_after(best, puzzle, after)
    except BadPurchases:
        raise BadOption(NOT_THAT) from None
    if chosen.tree:
        progress(phrase("{title}: the tree is drawn.", title=puzzle.title))
        tree = Tree(puzzle, best).moment(after, depth=sum(best.problem.sizes))
        return Result(to_json(tree), joined("\n", lines_of(tree)))
    if after:
        return Result(_node_json(node), joined("\n", _node_lines(node, after)))
    par = par_of(puzzle, best)
    dead = dead_piles(best)
    printed = puzzle.par if is_printed(puzzle) else None
    json: dict[str, Json] = {
        "title": puzzle.title,
        "par": str(par.expected),
        "par_decimal": round(float(par.expected), 6),
        "printed": printed,
        "said": puzzle.par or None,
        "worst": par.worst,
        "most": par.most,
        "distribution": {str(asked): str(chance) for asked, chance in par.distribution.items()},
        "right_guess": [str(chance) for chance in par.right_guess],
        "first_question": {pile: str(value) for pile, value in par.first.items()},
        "determined": par.determined,
        "chance": str(par.chance),
        "dead_piles": list(dead),
    }
    expected = phrase("Par: {par} questions expected, exactly.", par=exactly(par.expected))
    if printed is not None:
        expected = phrase(
            "Par: {par} questions expected, exactly; printed {printed}.",
            par=exactly(par.expected),
            printed=printed,
        )
    elif puzzle.par not in ("", hundredths(par.expected)):
        expected = phrase(
            "Par: {par} questions expected, exactly; the puzzle says {said}.",
            par=exactly(par.expected),
            said=puzzle.par,
        )
    shares = [
        phrase("{n} in {percent}", n=asked, percent=percent(chance))
        for asked, chance in par.distribution.items()
    ]
    guesses = (f"{n}: {percent(chance)}" for n, chance in enumerate(par.right_guess))
    first = (f"{pile} {exactly(value)}" for pile, value in par.first.items())
    lines: list[str] = [
        f"{puzzle.title}.",
        expected,
        at_most(par.most, par.worst),
        phrase("Best play asks: {shares}.", shares=joined(", ", shares)),
        phrase("A right guess with so many questions: {chances}.", chances=", ".join(guesses)),
        phrase(
            "By the first question: {piles}.", piles=", ".join(first) or phrase("there is none")
        ),
        phrase(
            "Dead piles, without which par is the same: {piles}.",
            piles=listed(dead) or phrase("none"),
        ),
        phrase("The mystery is always certain in the end.")
        if par.determined
        else phrase(
            "Not always determined: best play ends with a right guess in {percent}.",
            percent=percent(par.chance),
        ),
        *_node_lines(node, ()),
    ]
    if chosen.win:
        win = win_chance(puzzle, chosen.deals or WIN_DEALS, chosen.seed, progress)
        json["win_chance"] = win.json
        lines.append(win.words)
    return Result(json, joined("\n", lines))


def _beyond(puzzle: Puzzle, problem: str, chosen: argparse.Namespace, progress: Progress) -> Result:
    """What can be said of a puzzle that is too large: nothing exact, and it is called so."""
    deals = chosen.deals or SAMPLED_DEALS
    found = sampled_par(puzzle, deals, chosen.seed, progress)
    json: dict[str, Json] = {
        "title": puzzle.title,
        "par": None,
        "par_decimal": None,
        "printed": None,
        "said": puzzle.par or None,
        "worst": None,
        "most": None,
        "distribution": None,
        "right_guess": None,
        "first_question": None,
        "sampled": found.json,
    }
    lines = [f"{puzzle.title}.", problem, found.words]
    if chosen.win:
        win = win_chance(puzzle, deals, chosen.seed, progress)
        json["win_chance"] = win.json
        lines.append(win.words)
    return Result(json, joined("\n", lines))


def _node_json(node: PurchaseNode) -> Json:
    return {
        "ask": None if node.ask is None else pile_name(node.ask),
        "expected": str(node.expected),
        "worst": node.worst,
        "chance": str(node.chance),
        "questions": {
            pile_name(pile): str(value)
            for pile, value in enumerate(node.after)
            if value is not None
        },
    }


def _node_lines(node: PurchaseNode, after: Steps) -> list[str]:
    """What best play asks at a moment."""
    likeliest = percent(node.chance)
    if after:
        shown = [
            phrase("{pile} showed {card}", pile=pile_name(pile), card=card) for pile, card in after
        ]
        now = phrase(
            "After {shown} the likeliest guess is right with {percent}.",
            shown=listed(shown),
            percent=likeliest,
        )
    else:
        now = phrase("At first the likeliest guess is right with {percent}.", percent=likeliest)
    if node.ask is None:
        return [now, phrase("Best play asks nothing more.")]
    values = (
        f"{pile_name(pile)} {exactly(value)}"
        for pile, value in enumerate(node.after)
        if value is not None
    )
    return [
        now,
        phrase(
            "Best play asks {pile}; questions still expected: {values}.",
            pile=pile_name(node.ask),
            values=", ".join(values),
        ),
    ]


PAR: Final = Command(
    "par", phrase("Par and best play of a puzzle, exactly."), _par_arguments, _par, subject=True
)


DEALS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Strength:
    """How one player did on one puzzle, on average.

    ``right`` are right guesses as they were expected from what had been shown, ``won`` those that
    were right, ``more`` how much ``right`` is above that of the first player on the same deals.
    """

    puzzle: str
    bot: str
    right: Estimate
    won: Estimate
    questions: Estimate
    left: Estimate
    more: Estimate


def measure(game: MysteryMachine, bot: str, deals: int, seed: int) -> list[PlayedDeals]:
    """The games of a player; the deals depend on the seed alone, so players can be compared."""
    return [played(game, bot, f"{seed}/{deal}") for deal in range(deals)]


def compared(puzzle: str, bot: str, games: list[PlayedDeals], first: list[PlayedDeals]) -> Strength:
    """What a player's games come to, beside those of the first player on the same deals."""
    return Strength(
        puzzle,
        bot,
        mean_chance(games),
        estimate([one.right for one in games]),
        estimate([one.questions for one in games]),
        estimate([one.left for one in games]),
        mean_difference(games, first),
    )


def _strength_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--puzzle",
        metavar="PUZZLE",
        action="append",
        help="the name or share code of a puzzle; can be given repeatedly (the three printed ones)",
    )
    parser.add_argument(
        "--bot",
        metavar="NAME",
        action="append",
        help="a player; can be given repeatedly (all of them)",
    )
    parser.add_argument(
        "--deals", metavar="N", type=int, default=DEALS, help=f"deals of each puzzle ({DEALS:,})"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same deals every time (0)"
    )


def _strength(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.mystery.game import MysteryMachine

    if not 2 <= chosen.deals <= MOST_DEALS:
        raise BadOption(f"The deals are from 2 to {MOST_DEALS:,}, not {chosen.deals}.")
    puzzles = chosen.puzzle or list(PRINTED)
    titles = {puzzle: find_puzzle(puzzle).title for puzzle in puzzles}
    found: list[Strength] = []
    for puzzle in puzzles:
        game = MysteryMachine(1, puzzle=puzzle)
        first: list[PlayedDeals] = []
        for bot in chosen.bot or roster_of(game).bots:
            new_bot(game, bot)
            progress(f"{titles[puzzle]}: {bot} plays {chosen.deals:,} deals.")
            games = measure(game, bot, chosen.deals, chosen.seed)
            first = first or games
            found.append(compared(puzzle, bot, games, first))
    lines = [
        (
            f"{chosen.deals:,} deals of each puzzle (seed {chosen.seed}), the same for every "
            "player, with 95 % intervals."
        ),
        (
            "Right is how likely guesses were right from what had been shown; more, beside the "
            "first player."
        ),
        "",
        (
            f"{'puzzle':<22}{'player':<10}{'right, %':>14}{'more, %':>14}{'won, %':>14}"
            f"{'questions':>14}{'low cards left':>16}"
        ),
    ]
    for one in found:
        shares = "".join(
            f"{100 * value.mean:.1f} ± {100 * value.error:.1f}".rjust(14)
            for value in (one.right, one.more, one.won)
        )
        asked = f"{one.questions.mean:.2f} ± {one.questions.error:.2f}"
        left = f"{one.left.mean:.2f} ± {one.left.error:.2f}"
        lines.append(f"{titles[one.puzzle][:20]:<22}{one.bot:<10}{shares}{asked:>14}{left:>16}")
    json = {
        "deals": chosen.deals,
        "seed": chosen.seed,
        "players": [
            {
                "puzzle": one.puzzle,
                "bot": one.bot,
                **{
                    part: {"mean": value.mean, "error": value.error}
                    for part, value in (
                        ("right", one.right),
                        ("won", one.won),
                        ("more", one.more),
                        ("questions", one.questions),
                        ("low_cards_left", one.left),
                    )
                },
            }
            for one in found
        ],
    }
    return Result(json, "\n".join(lines))


STRENGTH: Final = Command(
    "strength", phrase("How often players name the mystery."), _strength_arguments, _strength
)
