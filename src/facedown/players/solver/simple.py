"""SOLVER's beginner and careful player, who know of a rule what anybody at the table does.

Neither reads a list that rules are drawn from: both go by :mod:`facedown.players.solver.ideas`.
The beginner errs as people do. A few ideas come to its mind on a turn, plain ones first; it forgets
older cards, misreads one now and then, and says an idea that fits what is left of them, late. The
careful player weighs every idea by how plain it is. It plays the card whose verdict tells most, and
guesses when one idea outweighs the others, or when the lives suffice for all that are left.
"""

from __future__ import annotations

import random
import re
from typing import Final

from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.deduce.rules import JudgedCard, RuleError
from facedown.deduce.rules.law import level_of
from facedown.games.solver.judging import answer_to, rule_called
from facedown.games.solver.moves import DEDUCIBLE, DRAW, IMPOSSIBLE, NUMBERS, Guess
from facedown.games.solver.view import SolverView, answers_of, track_of
from facedown.players.solver.ideas import fitting, ideas, readily, walked
from facedown.players.solver.master import judged, written

FEW: Final = 3
"""So many ideas are left when the careful player guesses where no lives are lost."""
SURE: Final = 0.5
"""It guesses an idea that weighs so much of all that are left."""
ASKED: Final = 8
"""Of so many ideas, the likeliest, it finds out whether they would have given the answers."""
LATE: Final = 20
"""With so many cards on the tracks the beginner guesses though few lives are left."""
DEAR: Final = 3
"""So many lives are few."""
KEPT: Final = 4
"""So many cards, the latest, the beginner does not forget."""

_THINGS: Final = re.compile("blue|red|green|yellow|circle|square|triangle|diamond|odd|even|[1-4]")


def weighed(view: SolverView) -> list[tuple[float, int]]:
    """The ideas that give every verdict, by their numbers, the likeliest first with its share.

    Guesses that were wrong are out, and of the likeliest those that would have been answered
    otherwise; where none is left all that give the verdicts are back.
    """
    readiness = readily(view.level)
    found = sorted(((readiness[n], n) for n in fitting(track_of(view))), key=lambda each: -each[0])
    answers = answers_of(view)
    kept = [
        each
        for place, each in enumerate(found)
        if place >= ASKED or all(_answers(each[1], *said) for said in answers)
    ]
    total = sum(weight for weight, _ in kept or found)
    return [(weight / total, number) for weight, number in kept or found]


def _answers(number: int, guess: str, said: str) -> bool:
    """Whether an idea would have given this answer."""
    sentence = ideas()[number].rule.sentence
    if sentence == guess:
        return said == "Solver!"
    try:
        return answer_to(sentence, guess) == said
    except RuleError:  # in words that the program cannot read, or too heavy
        return True


class Careful:
    """Plays the card that tells most; guesses as soon as the lives allow it."""

    def act(self, view: SolverView, rng: random.Random) -> Action:
        """Its move now."""
        check_turn(view)
        match view.phase:
            case "rule":
                return written(view, rng)
            case "play":
                return self.card(view, rng)
            case "judge" | "answer":
                return judged(view)
            case "vote":
                return _vote(view)
            case "best":
                return rng.choice(view.legal)
        if not view.hand:
            return DRAW
        must = view.phase == "last" or DRAW not in view.legal
        guess = self.guess(view, rng, must=must)
        return DRAW if guess is None else Guess(guess)

    def guess(self, view: SolverView, rng: random.Random, *, must: bool) -> str | None:
        """A rule to say now; None for none yet, unless it ``must``."""
        del rng
        few = view.lives - 1 if view.mode == "cooperative" else FEW
        left = weighed(view)
        share, likeliest = left[0]
        if must or len(left) <= few or share >= SURE:
            return ideas()[likeliest].rule.sentence
        return None

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """The card that about half of the ideas left would accept, by their weight."""
        cards = walked(track_of(view)).cards
        hand = [NUMBERS[name] for name in view.hand or ()]
        yes = dict.fromkeys(hand, 0.0)
        for share, number in weighed(view):
            accepted = ideas()[number].holds(cards)
            for card in hand:
                yes[card] += share * (accepted >> card & 1)
        far = {card: round(abs(2 * share - 1), 9) for card, share in yes.items()}
        return rng.choice([card for card in hand if far[card] == min(far.values())])


def _vote(view: SolverView) -> Action:
    """Whether a rule was to be found at a table of this level."""
    try:
        return DEDUCIBLE if level_of(rule_called(view.rule or "")) <= view.level else IMPOSSIBLE
    except RuleError:
        return IMPOSSIBLE


class Beginner(Careful):
    """Plays any card; says an idea that fits what it remembers.

    So many ``ideas`` come to its mind on a turn, none is said before so many cards (``patience``).
    It ``forgets`` an older card, and ``misreads`` any, with these chances.
    """

    def __init__(
        self,
        *,
        ideas: int = 4,
        patience: int = 10,
        forgets: float = 0.2,
        misreads: float = 0.03,
    ) -> None:
        self.ideas = ideas
        self.patience = patience
        self.forgets = forgets
        self.misreads = misreads

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """Any card."""
        return rng.choice(view.legal)

    def guess(self, view: SolverView, rng: random.Random, *, must: bool) -> str | None:
        """An idea that fits what is remembered; where it ``must``, the one that fits best."""
        track = track_of(view)
        dear = view.mode == "cooperative" and view.lives <= DEAR and len(track) < LATE
        if not must and (dear or len(track) < self.patience):
            return None
        remembered = self.remembered(track, rng)
        plays = sum(1 << place for place, _ in remembered)
        wanted = sum(play.accepted << place for place, play in remembered)
        along, answers = walked(track).said, answers_of(view)
        best, least = None, len(track) + 1
        for idea in rng.choices(ideas(), readily(view.level), k=self.ideas):
            said = idea.rule.sentence
            if any(
                said == guess or (answer == "0" and _alike(said, guess))
                for guess, answer in answers
            ):
                continue
            missed = ((idea.holds(along) ^ wanted) & plays).bit_count()
            if missed < least:
                best, least = said, missed
        if must or not least:
            return best or (rng.choice(ideas()).rule.sentence if must else None)
        return None

    def remembered(
        self, track: tuple[JudgedCard, ...], rng: random.Random
    ) -> list[tuple[int, JudgedCard]]:
        """The plays that it thinks of, by their places, as it takes them to have gone."""
        kept = []
        for place, play in enumerate(track):
            if place < len(track) - KEPT and rng.random() < self.forgets:
                continue
            wrong = rng.random() < self.misreads
            kept.append((place, JudgedCard(play.card, play.accepted != wrong)))
        return kept


def _alike(one: str, other: str) -> bool:
    """Whether two rules speak of the same thing, such as red."""
    return bool({*_THINGS.findall(one)} & {*_THINGS.findall(other)})
