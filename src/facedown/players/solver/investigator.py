"""SOLVER's Investigator: exact Bayesian inference, on timelines of any deck and at the table.

Where the program drew the rule its law is known: all rules of the level alike. A rule that a person
wrote may be any of a large space, or more likely one of the catalogue. Where no rule fits any more,
deeper ones are put together.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Final, Literal

from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.deduce.rules import SOLVER, RuleError
from facedown.deduce.rules.catalogue import LEVELS
from facedown.deduce.rules.space.belief import (
    Belief,
    InList,
    Mixed,
    Told,
    believed,
    bits,
    expected_best,
    large_prior,
)
from facedown.games.solver.judging import level_rules, rule_called
from facedown.games.solver.moves import DRAW, MOST_PLAYS, NUMBERS, PASS, SWAP, Guess
from facedown.games.solver.rules import HAND
from facedown.games.solver.view import SolverView, answers_of, track_of
from facedown.players.solver.simple import Careful

Choice = Literal["guess", "draw", "swap"]

SURE: Final = 0.5
"""A guess with this chance is worth a card."""
LIKELY: Final = 0.2
"""A guess with this chance is, while half of a hand is left; less where cards tell little."""
TELLING: Final = 0.5
"""The best card of a hand tells so many bits or more in the middle of a game."""
LAST_LIFE: Final = 0.8
"""The chance with which the last life is staked before the last card is played."""
PLAYS_A_BIT: Final = 1.2
"""So many cards it takes to halve what is possible."""
GAIN: Final = 0.4
"""So many bits more must the best card of other hands promise for a swap."""
WRONG: Final = 1.3
"""So many points a wrong guess costs where turns are counted: two, less what it tells."""
LITTLE: Final = 0.02
"""No card is taken to tell fewer bits than this."""
SHARES: Final = (0.4, 0.2, 0.4)
"""How likely a person's rule is of the table's level, of the catalogue, of the large space."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an Investigator sees before one of the choices after a card.

    ``hand`` are cards of the deck by number, ``plays`` how many may still be played after this
    card, ``unseen`` the cards that lie neither on the tracks nor in the hand. ``lives`` is 0 where
    wrong guesses cost none. ``rivals`` may guess before the next turn.
    """

    hand: tuple[int, ...]
    plays: int
    unseen: tuple[int, ...]
    choices: frozenset[Choice]
    lives: int = 0
    rivals: int = 0


@lru_cache(maxsize=16)
def drawn_prior(level: int) -> InList:
    """What is believed of a rule that the program drew: all of the level alike."""
    return _listed(level_rules(level))


@lru_cache(maxsize=16)
def written_prior(level: int) -> Mixed:
    """What is believed of a rule that a person wrote."""
    whole = _listed(tuple(rule for each in LEVELS for rule in level_rules(each)))
    parts = (drawn_prior(level), whole, large_prior(SOLVER))
    return Mixed(tuple(zip(SHARES, parts, strict=True)))


def _listed(rules: Sequence[str]) -> InList:
    return InList(tuple((1 / len(rules), rule_called(rule)) for rule in rules))


def best_card(belief: Belief, hand: Sequence[int], rng: random.Random) -> int:
    """The card of a hand whose verdict tells most."""
    chances = belief.chances()
    tells = {card: round(bits(chances[card]), 9) for card in hand}
    most = max(tells.values())
    return rng.choice([card for card in hand if tells[card] == most])


def choose(belief: Belief, table: Outlook) -> Choice:
    """Whether to guess the likeliest rule, to draw or to swap."""
    best, can = belief.best(), table.choices
    chance = best[1] if best is not None and "guess" in can else 0.0
    tells = [bits(each) for each in belief.chances()]
    now = max(tells[card] for card in table.hand)
    if chance and _worth_a_guess(chance, now, belief.count(), table):
        if chance >= LIKELY or not _worth_a_swap(tells, now, table):
            return "guess"
        return "swap"
    if _worth_a_swap(tells, now, table):
        return "swap"
    return "draw" if "draw" in can else "guess" if chance else "swap"


def _worth_a_swap(tells: Sequence[float], now: float, table: Outlook) -> bool:
    """Whether as many other cards promise so much more that they are worth the one not drawn."""
    if "swap" not in table.choices or not table.plays or len(table.hand) < 3:
        return False
    return expected_best([tells[card] for card in table.unseen], len(table.hand)) > now + GAIN


def _worth_a_guess(chance: float, tells: float, left: int, table: Outlook) -> bool:
    """Whether a guess is worth the card that is not drawn, and perhaps a life.

    The card will not be missed when the hand outlasts what is still to be found out. And where the
    best card tells little, as when the rules that are left are the same from here on, little is
    lost by a guess.
    """
    if table.lives == 1 and chance < LAST_LIFE and table.plays:
        return False
    if "draw" not in table.choices or len(table.hand) > table.plays:
        return True
    needed = PLAYS_A_BIT * log2(max(left, 1))
    if len(table.hand) > needed + 1 and (table.lives != 2 or chance >= SURE):
        return True
    least = LIKELY if 2 * len(table.hand) >= HAND or table.rivals else SURE
    return chance >= least * min(1.0, tells / TELLING)


def worth_points(chance: float, tells: float, turns: int) -> bool:
    """Whether a guess gains points where every turn costs one, every wrong guess ``WRONG``.

    A right guess saves the turns in which cards would have made sure of it: the more bits the best
    card ``tells``, the fewer. After the last of the ``turns`` that are left nothing is lost.

    >>> worth_points(0.9, 0.5, 20), worth_points(0.3, 0.9, 20), worth_points(0.3, 0.9, 1)
    (True, False, True)
    """
    if turns <= 1:
        return True
    saved = min(max(1.0, -log2(chance) / max(tells, LITTLE)), turns)
    return chance * saved >= (1 - chance) * WRONG


class Investigator(Careful):
    """Plays by exact inference; as a Master it does as the others do."""

    def warm_up(self) -> None:
        """Builds the large space unless it is kept, and loads what every belief over it needs."""
        for level in LEVELS:
            best_card(written_prior(level), range(len(SOLVER.cards)), random.Random(0))

    def act(self, view: SolverView, rng: random.Random) -> Action:
        """Its move now."""
        check_turn(view)
        if view.phase not in ("choose", "last") or not view.hand:
            return super().act(view, rng)
        belief = belief_of(view)
        best = belief.best()
        if best is None:
            return PASS if view.phase == "last" else _other(view)
        choice = "guess" if view.phase == "last" else choose(belief, _table(view))
        if choice == "guess":
            return Guess(best[0].sentence)
        return SWAP if choice == "swap" else DRAW

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """The card that tells most."""
        return best_card(belief_of(view), [NUMBERS[name] for name in view.hand or ()], rng)


def _other(view: SolverView) -> Action:
    return next(action for action in (DRAW, SWAP, PASS) if action in view.legal)


def belief_of(view: SolverView) -> Belief:
    """What a seat believes, from its view alone."""
    start = (drawn_prior if view.master == "program" else written_prior)(view.level)
    told: Told = ()
    for guess, said in answers_of(view) if view.master != "free" else ():
        try:
            told = (*told, (rule_called(guess), said))
        except RuleError:  # too heavy for the language of today
            continue
    return believed(start, track_of(view), told)


def _table(view: SolverView) -> Outlook:
    hand = tuple(NUMBERS[name] for name in view.hand or ())
    track = track_of(view)
    gone = {play.card for play in track} | {*hand}
    looking = view.seats if view.master_seat < 0 else view.seats - 1
    names: dict[Action, Choice] = {DRAW: "draw", SWAP: "swap"}
    can = {name for action, name in names.items() if action in view.legal}
    return Outlook(
        hand,
        (MOST_PLAYS - len(track)) // looking,
        tuple(card for card in range(len(SOLVER.cards)) if card not in gone),
        frozenset({*can, "guess"}),
        view.lives if view.mode == "cooperative" else 0,
        0 if view.mode == "cooperative" else looking - 1,
    )
