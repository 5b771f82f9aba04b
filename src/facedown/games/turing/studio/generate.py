"""Making Turing Machine problems: every admissible problem of a class equally likely (T3-T5).

Why the draw is uniform.  Leave one law out of an admissible choice, or several: more than one
code is left, and each law that stays still cuts something that the others leave.  So every two
laws of an admissible choice are a *good pair*: from different cards, with two or more codes in
common, neither contained in the other.  The generator draws good pairs uniformly and
independently, two for 4 verifiers, two and one single law for 5, three for 6, and throws the
draw away unless the laws together are admissible.  An admissible set of laws can be split into
such parts in 6, 30 or 90 ordered ways, the same number for every set, and each way has the same
probability; hence so has each set.  Decoy cards (Extreme) are a uniform ordered sample of the
other cards, of which there are equally many for each set; the permutation (Nightmare) is uniform;
and throwing away what is outside the class, or has one code only, keeps the rest equally likely.
"""

from __future__ import annotations

import random
from functools import cache

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.games.turing.cards import LAWS
from facedown.games.turing.problem import (
    CARD_COUNT,
    DIFFICULTIES,
    LAST_EASY_CARD,
    LAST_STANDARD_CARD,
    MASKS,
    MODES,
    VERIFIER_COUNTS,
    Difficulty,
    Mode,
    Problem,
    admissible_choices,
    law_options,
)

_LAST_CARD: dict[Difficulty, int] = {
    "easy": LAST_EASY_CARD,
    "standard": LAST_STANDARD_CARD,
    "hard": CARD_COUNT,
}


class GenerateError(FacedownError):
    """A wish for a problem that cannot be granted."""


def generate(
    mode: Mode,
    difficulty: Difficulty,
    verifiers: int,
    rng: random.Random,
    *,
    least: int = 2,
) -> tuple[Problem, tuple[int, ...]]:
    """A problem drawn uniformly from its class, and the true law index of each verifier.

    Uniform means over everything that is hidden or shown: cards, laws, decoy cards (Extreme), and
    the permutation (Nightmare).  Cards stand in ascending order; in Extreme each pair ascends and
    the pairs are sorted by their first card.  Problems whose cards admit fewer than ``least`` codes
    are left out (T5): 1 takes all.  Only ``rng.random()`` is used, whose sequence for a seed
    is the same in every version of Python.

    Raises :class:`GenerateError` for a class that does not exist.

    >>> problem, laws = generate("classic", "easy", 4, random.Random(1))
    >>> problem.mode, problem.difficulty, problem.verifiers, len(laws)
    ('classic', 'easy', 4, 4)
    """
    _check(mode, difficulty, verifiers)
    while True:
        cards, laws = _draw(mode, difficulty, verifiers, rng)
        problem = Problem(mode, cards)
        if problem.difficulty == difficulty and _admits(problem, laws, least):
            return problem, laws


def _check(mode: Mode, difficulty: Difficulty, verifiers: int) -> None:
    if mode not in MODES:
        raise GenerateError(
            phrase(
                "There is no mode {mode!r}; choose from {modes}.", mode=mode, modes=", ".join(MODES)
            )
        )
    if difficulty not in DIFFICULTIES:
        raise GenerateError(
            phrase(
                "There is no difficulty {difficulty!r}; choose from {difficulties}.",
                difficulty=difficulty,
                difficulties=", ".join(DIFFICULTIES),
            )
        )
    if verifiers not in VERIFIER_COUNTS:
        raise GenerateError(
            phrase("A problem has 4, 5 or 6 verifiers, not {verifiers}.", verifiers=verifiers)
        )


def _admits(problem: Problem, laws: tuple[int, ...], least: int) -> bool:
    """Whether all admissible choices on these cards have at least so many codes (T5)."""
    if least == 1:
        return True
    options = law_options(problem)
    # Most problems show a second code even when only three places may differ from the truth,
    # which is much sooner found out.
    near = [[law for law in option if law in laws] for option in options[:-3]] + options[-3:]
    tried = (near, options) if least == 2 else (options,)
    return any(len({code for _, code in admissible_choices(some)}) >= least for some in tried)


_Cards = tuple[tuple[int, ...], ...]


def _draw(
    mode: Mode, difficulty: Difficulty, verifiers: int, rng: random.Random
) -> tuple[_Cards, tuple[int, ...]]:
    """Cards and true laws, uniform over all admissible ones on the difficulty's cards."""
    last = _LAST_CARD[difficulty]
    chosen = _admissible_laws(last, verifiers, rng)
    if mode == "extreme":
        own = {LAWS[law].card for law in chosen}
        others = [card for card in range(1, last + 1) if card not in own]
        found = []
        for law in chosen:
            decoy = others.pop(int(rng.random() * len(others)))
            found.append((tuple(sorted((LAWS[law].card, decoy))), law))
    else:
        found = [((LAWS[law].card,), law) for law in chosen]
    found.sort()
    cards = tuple(own_cards for own_cards, _ in found)
    laws = [law for _, law in found]
    if mode == "nightmare":
        laws = [laws.pop(int(rng.random() * len(laws))) for _ in range(verifiers)]
    return cards, tuple(laws)


_Part = tuple[int, tuple[int, ...]]
"""Some laws: the codes they share, and their indices."""


@cache
def _parts(last: int) -> tuple[list[_Part], list[_Part]]:
    """The single laws and the good pairs of laws on cards 1 to ``last``."""
    pool = [law for law in LAWS if law.card <= last]
    pairs: list[_Part] = [
        (shared, (one.index, two.index))
        for index, one in enumerate(pool)
        for two in pool[index + 1 :]
        if one.card != two.card
        and (shared := one.mask & two.mask) & (shared - 1)
        and shared not in (one.mask, two.mask)
    ]
    return [(law.mask, (law.index,)) for law in pool], pairs


def _admissible_laws(last: int, count: int, rng: random.Random) -> tuple[int, ...]:
    """An admissible set of laws on cards 1 to ``last``, each one equally likely."""
    singles, pairs = _parts(last)
    no_more: list[_Part] = [(-1, ())]
    thirds = {4: no_more, 5: singles, 6: pairs}[count]
    pair_count, third_count = len(pairs), len(thirds)
    draw = rng.random
    while True:
        one = pairs[int(draw() * pair_count)]
        two = pairs[int(draw() * pair_count)]
        left = one[0] & two[0]
        # left & (left - 1) is zero when fewer than two codes are left.
        if not left & (left - 1) and third_count > 1:
            continue
        third = thirds[int(draw() * third_count)] if third_count > 1 else thirds[0]
        left &= third[0]
        if left and not left & (left - 1):
            laws = one[1] + two[1] + third[1]
            if _admissible(laws, left):
                return laws


def _admissible(laws: tuple[int, ...], left: int) -> bool:
    """Whether the cards differ and no law is superfluous, given that one code is ``left``."""
    if len({LAWS[law].card for law in laws}) < len(laws):
        return False
    for law in laws:
        others = -1
        for other in laws:
            if other != law:
                others &= MASKS[other]
        if others == left:
            return False
    return True
