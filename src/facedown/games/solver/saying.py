"""What the page shows of a rule before it is said: pieces, cards that disagree, what is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from facedown.core.game import ReadBack
from facedown.core.messages import phrase_in
from facedown.deduce.rules import SOLVER, JudgedCard, Rule, RuleError, parse
from facedown.deduce.rules.acceptance import first_card
from facedown.deduce.rules.conditions import And, Condition, Or, parts_of
from facedown.deduce.rules.wording import sentence
from facedown.games.solver.moves import NAMES, Guess, Write
from facedown.games.solver.reading import fit_of, said_before
from facedown.games.solver.said import CARD_WORDS, CARDS, said_rule
from facedown.games.solver.view import SolverView, track_of


@dataclass(slots=True)
class Disagreeing:
    """A card that a rule judges otherwise, and its position, an error's that of the card before.

    ``play`` says which of the cards played it is, from 0.
    """

    name: str
    accepted: bool
    position: int
    play: int

    @property
    def key(self) -> str:
        """The name as the pictures of cards have it."""
        return self.name.replace(" ", "-")

    @property
    def words(self) -> str:
        """The name as a message."""
        return CARDS[self.name]


@dataclass(slots=True)
class CardGroup:
    """The cards of a colour and a shape: by number whether one is accepted, and whether played."""

    colour: str
    shape: str
    numbers: tuple[tuple[int, bool, bool], ...]

    @property
    def colour_words(self) -> str:
        """The colour as a message."""
        return CARD_WORDS[self.colour]

    @property
    def shape_words(self) -> str:
        """The shape as a message."""
        return CARD_WORDS[self.shape]

    @property
    def words(self) -> str:
        """The numbers that are accepted."""
        return ", ".join(str(number) for number, accepted, _ in self.numbers if accepted)


class RulePiece(NamedTuple):
    """A piece of a rule, and what the rule is without it."""

    words: str
    rest: str


@dataclass(slots=True)
class Understood:
    """A rule as it was understood, for the seat that is about to say it.

    ``joint`` stands between its ``pieces``. Of ``plays`` cards ``agrees`` are judged alike, and
    ``otherwise`` are not. ``rows`` are the cards after ``last``, empty before the first, by colour;
    ``accepted`` of all are in. ``first`` is what becomes of a first card (R4). In free words
    nothing but the pieces is known.
    """

    guess: bool
    free: bool
    joint: str
    pieces: tuple[RulePiece, ...]
    plays: int = 0
    agrees: int = 0
    otherwise: tuple[Disagreeing, ...] = ()
    last: str = ""
    accepted: int = 0
    rows: tuple[tuple[CardGroup, ...], ...] = ()
    warnings: tuple[str, ...] = ()
    first: str = ""


def understood(view: SolverView, back: ReadBack) -> Understood | None:
    """What a rule that is written or guessed means at the table of a view; None for no rule."""
    if not isinstance(back.move, Guess | Write):
        return None
    guess, said = isinstance(back.move, Guess), back.move.rule or ""
    warned = said_before(view, said) if guess else back.warnings
    if view.master == "free":
        piece = RulePiece(said, "")
        return Understood(guess, free=True, joint="", pieces=(piece,), warnings=warned)
    return read_on(parse(said, SOLVER), track_of(view), guess=guess, warnings=warned)


def asked(view: SolverView) -> Understood | None:
    """What a guess means that a Master of free words has to answer; None where nothing is known.

    The Master's verdicts are compared with the guess alone: what they wrote is not read.
    """
    if view.phase != "answer" or view.seat not in view.actors:
        return None
    try:
        return read_on(parse(view.history[-1].rule, SOLVER), track_of(view), guess=True)
    except RuleError:
        return None


def read_on(
    rule: Rule, track: tuple[JudgedCard, ...], *, guess: bool, warnings: tuple[str, ...] = ()
) -> Understood:
    """What a rule means where these cards have been played."""
    fits = fit_of(rule, track)
    conjunction = isinstance(rule.condition, And)
    return Understood(
        guess,
        free=False,
        joint=phrase_in("rule", "and") if conjunction else phrase_in("rule", "or"),
        pieces=_pieces(rule.condition),
        plays=fits.plays,
        agrees=fits.agrees,
        otherwise=_otherwise(track, {*fits.refuses, *fits.accepts}),
        last=next((CARDS[NAMES[play.card]] for play in reversed(track) if play.accepted), ""),
        accepted=fits.next.bit_count(),
        rows=_rows(fits.next, {play.card for play in track}),
        warnings=warnings,
        first=first_card(rule),
    )


def _pieces(condition: Condition) -> tuple[RulePiece, ...]:
    """The pieces of a rule: what stands in it side by side."""
    if not isinstance(condition, And | Or):
        return (RulePiece(said_rule(sentence(condition, SOLVER)), ""),)
    kind, parts = type(condition), parts_of(condition)
    pieces = []
    for index, part in enumerate(parts):
        first, *more = rest = (*parts[:index], *parts[index + 1 :])
        pieces.append(
            RulePiece(
                said_rule(sentence(part, SOLVER)),
                sentence(kind(rest) if more else first, SOLVER),
            )
        )
    return tuple(pieces)


def _otherwise(track: tuple[JudgedCard, ...], wrong: set[int]) -> tuple[Disagreeing, ...]:
    found, position = [], 0
    for index, play in enumerate(track):
        position += play.accepted
        if index in wrong:
            found.append(Disagreeing(NAMES[play.card], play.accepted, position, index))
    return tuple(found)


def _rows(accepted: int, played: set[int]) -> tuple[tuple[CardGroup, ...], ...]:
    """All cards by colour, then by shape."""
    rows: dict[str, dict[str, list[tuple[int, bool, bool]]]] = {}
    for card, name in enumerate(NAMES):
        colour, shape, number = name.split()
        numbers = rows.setdefault(colour, {}).setdefault(shape, [])
        numbers.append((int(number), bool(accepted >> card & 1), card in played))
    return tuple(
        tuple(CardGroup(colour, shape, tuple(numbers)) for shape, numbers in shapes.items())
        for colour, shapes in rows.items()
    )
