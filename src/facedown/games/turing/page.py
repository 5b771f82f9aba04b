"""What the board's template needs beyond the view: the cards with their laws, and the notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Final, Literal, TypeAlias

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase, phrase_in, phrase_many
from facedown.core.moves import Move
from facedown.games.turing.card_words import ABOUT, CLARIFICATIONS, SHAPE_WORDS, law_words
from facedown.games.turing.cards import (
    CARDS,
    AgainstOthers,
    Amount,
    AmountTest,
    DigitCount,
    Direction,
    EvenCount,
    EvenOrOdd,
    Law,
    Majority,
    Multiple,
    OnePair,
    Order,
    Parity,
    RisingRun,
    SameDigits,
    Shape,
    Statement,
    law,
    others,
)
from facedown.games.turing.help.notes import (
    CLEAR,
    COLOURS,
    CardIs,
    Claim,
    Claims,
    CodeIs,
    DigitIs,
    LawIs,
    Subject,
    claims_of,
    latest_claims,
)
from facedown.games.turing.moves import MEND, Ask, Heard, Mend, move_of
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.rules import questions_words
from facedown.games.turing.short_words import TITLES, law_in_short
from facedown.games.turing.view import TuringView

Mark: TypeAlias = Literal["", "is", "not", "maybe"]

PHASE_WORDS: Final = {
    "layout": phrase("the cards are laid out"),
    "laws": phrase("the verifiers are set"),
    "compose": phrase("compose a proposal"),
    "question": phrase("ask the verifiers"),
    "declare": phrase("name the code or go on"),
    "machine": phrase("the Machine is asked"),
    "over": phrase("the game is over"),
}
BESIDE_WORDS: Final = {
    "question": phrase("write down what your machine says"),
    "machine": phrase("is the code right?"),
}
"""Beside a real machine (T14)."""
MARK_WORDS: Final = {
    "is": phrase_in("mark", "is"),
    "not": phrase_in("mark", "not"),
    "maybe": phrase_in("mark", "maybe"),
}
"""What is noted of a thing."""

FEW: Final = 4
"""Up to so many cards, of so many laws each, lie open side by side on a phone."""
WIDE: Final = 140
"""Drawings up to so wide leave room for words beside them."""


@dataclass(frozen=True, slots=True)
class LawOnCard:
    """A law as it is drawn; ``note`` is what stands before it in a note, ``mark`` what does.

    ``short`` stands beside the drawing, ``words`` is the whole of it.
    """

    name: str
    short: str
    words: str
    picture: Picture
    note: str
    mark: Mark
    true: bool


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A criteria card with its laws; ``title`` stands on it, ``about`` says it in full.

    Beside the drawings of a ``wide`` one there is no room for words; where tiles are ``even`` and
    odd the words are wanted on the smallest card.
    """

    number: int
    title: str
    about: str
    clarification: str
    laws: tuple[LawOnCard, ...]
    wide: bool
    even: bool


@dataclass(frozen=True, slots=True)
class Verifier:
    """A verifier: its cards (none in Nightmare), and every answer that the seat knows."""

    name: str
    cards: tuple[CardOnTable, ...]
    answers: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Nightmare: what is noted of a verifier and a card, as a line between their places."""

    verifier: int
    card: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of one shape on the note sheet; a note calls the shape by its colour."""

    colour: str
    words: str
    shape: str
    figure: int
    mark: Mark


def context(view: TuringView, notes: Sequence[str]) -> dict[str, object]:
    """The cards and verifiers, the digits and cards struck out, the sheet's lines."""
    claims = latest_claims(notes, view)
    names = VERIFIER_NAMES[: len(view.cards)]
    nightmare = view.mode == "nightmare"
    cards = [
        tuple(_card(view, number, "" if nightmare else name, claims) for number in numbers)
        for name, numbers in zip(names, view.cards, strict=True)
    ]
    return {
        "phase_words": _phase_words(view),
        "mark_words": MARK_WORDS,
        "names": tuple(names),
        "nightmare": nightmare,
        "loose_cards": [card for group in cards for card in group] if nightmare else [],
        "verifiers": [
            Verifier(name, () if nightmare else group, _answers(view, name))
            for name, group in zip(names, cards, strict=True)
        ],
        "checked_by": _checked_by(view, claims) if nightmare else {},
        "links": _links(view, claims) if nightmare else [],
        "digits": [
            [_digit(shape, figure, _mark(claims, DigitIs(shape, figure))) for figure in range(1, 6)]
            for shape in Shape
        ],
        "codes": [
            (claim.mark, claim.subject.code)
            for claim in claims.values()
            if isinstance(claim.subject, CodeIs)
        ],
        "truths": [
            (name, law(one).card, law_words(law(one).says))
            for name, one in zip(names, view.laws or (), strict=False)
        ],
        "laws": {law.name: law for group in cards for card in group for law in card.laws}.values(),
        "marked": bool(claims),
        "unmark": CLEAR,
        "few": len(cards) <= FEW
        and not nightmare
        and all(len(group) == 1 and len(group[0].laws) <= FEW for group in cards),
        "lines": view.lines,
        "open": view.open_line(),
        "mends": _mends(view),
        "last": next((x.code for x in reversed(view.lines) if x.seat == view.seat), ""),
    }


def _phase_words(view: TuringView) -> str:
    if view.beside is not None and view.phase in BESIDE_WORDS:
        return BESIDE_WORDS[view.phase]
    return PHASE_WORDS[view.phase]


def _mends(view: TuringView) -> list[tuple[str, str, bool, int]]:
    """Beside a real machine: the seat's answers that can be mended, with code and round."""
    if view.beside is None or view.seat not in view.actors:
        return []
    mine = (move_of(action) for action in view.legal if action >= MEND)
    wanted = {(move.round, move.verifier) for move in mine if isinstance(move, Mend)}
    return [
        (line.code, verifier, answer, line.round)
        for line in view.own_lines()
        for verifier, answer in zip(line.asked, line.answers or (), strict=True)
        if (line.round, verifier) in wanted
    ]


def prompt(view: TuringView) -> str:
    """What there is to do for the seat that is to move, by buttons."""
    if view.beside is not None and view.phase == "question":
        return phrase("Ask your machine, and press what it says.")
    if view.phase == "machine":
        return phrase("Look whether the code that you named is right.")
    if view.phase == "compose":
        return phrase("Compose a proposal.")
    if view.phase == "declare":
        return phrase("Name the code, or go on.")
    return phrase_many(
        "Ask one verifier, or ask no more.",
        "Ask up to {n} verifiers, or ask no more.",
        view.questions_left,
    )


def marked(game: Game, move: Move) -> str:
    """Where on the board a move is: at the verifier that is asked."""
    del game  # verifiers lie where they are called so
    return f"verifier-{move.verifier}" if isinstance(move, Ask | Heard) else ""


def seat_words(view: TuringView) -> list[str]:
    """How many questions each seat has asked, and who is out."""
    if not view.round:
        return [""] * view.seats
    return [
        phrase("out") if seat in view.out else questions_words(asked)
        for seat, asked in enumerate(view.questions)
    ]


def unshown_notes(view: TuringView, notes: Sequence[str]) -> list[str]:
    """The notes that are not marks on the sheet, the cards or the verifiers."""
    return [n for n in notes if n != CLEAR and not _drawn(view, claims_of(n, view))]


def _drawn(view: TuringView, claims: Sequence[Claim]) -> bool:
    # In Nightmare the cards lie loose, and a law is no verifier's.
    loose = view.mode == "nightmare"
    return bool(claims) and not any(
        loose and isinstance(claim.subject, LawIs) and claim.subject.verifier for claim in claims
    )


def _mark(claims: Claims, subject: Subject) -> Mark:
    claim = claims.get(subject)
    return "" if claim is None else claim.mark


def _card(view: TuringView, number: int, verifier: str, claims: Claims) -> CardOnTable:
    laws = tuple(_law(view, one, verifier, claims) for one in CARDS[number].laws)
    return replace(card_face(number), laws=laws)


@cache
def _digit(shape: Shape, figure: int, mark: Mark) -> Digit:
    return Digit(COLOURS[shape], SHAPE_WORDS[shape], shape.name.lower(), figure, mark)


def _law(view: TuringView, one: Law, verifier: str, claims: Claims) -> LawOnCard:
    true = view.laws is not None and one.name in view.laws
    return _drawn_law(one, verifier, _mark(claims, LawIs(one.name, verifier or None)), true)


@cache
def card_face(number: int) -> CardOnTable:
    """A card with its laws, as it lies on no table yet.

    >>> card_face(4).number, [law.name for law in card_face(4).laws]
    (4, ['4a', '4b', '4c'])
    """
    laws = tuple(_drawn_law(one, "", "", true=False) for one in CARDS[number].laws)
    wide = max(one.picture.width for one in laws) > WIDE
    even = any(token.value == "24" for law in laws for token in law.picture.tokens)
    texts = TITLES[number], ABOUT[number], CLARIFICATIONS[number]
    return CardOnTable(number, *texts, laws, wide, even)


@cache
def _drawn_law(one: Law, verifier: str, mark: Mark, true: bool) -> LawOnCard:
    return LawOnCard(
        name=one.name,
        short=law_in_short(one.says),
        words=law_words(one.says),
        picture=picture(one.says),
        note=f"{verifier} " if verifier else "",
        mark=mark,
        true=true,
    )


def _answers(view: TuringView, verifier: str) -> tuple[tuple[str, bool], ...]:
    """One's own proposals this verifier was asked about, with its answers, oldest first.

    Those of everybody for an onlooker, and where the sheet is shared.
    """
    everybodys = view.seat < 0 or view.shared_sheet
    return tuple(
        (line.code, answer)
        for line in view.lines
        if line.answers is not None and (everybodys or line.seat == view.seat)
        for asked, answer in zip(line.asked, line.answers, strict=True)
        if asked == verifier
    )


def _checked_by(view: TuringView, claims: Claims) -> dict[int, list[tuple[str, Mark]]]:
    """Nightmare: for each card, every verifier and what is noted about the pair."""
    names = VERIFIER_NAMES[: len(view.cards)]
    return {
        number: [(name, _mark(claims, CardIs(number, name))) for name in names]
        for group in view.cards
        for number in group
    }


def _links(view: TuringView, claims: Claims) -> list[Link]:
    """Nightmare: the pairs that are suspected or taken for certain; at the end the true ones."""
    if view.laws is not None:
        places = [number for group in view.cards for number in group]
        return [
            Link(verifier, places.index(law(one).card), "is")
            for verifier, one in enumerate(view.laws)
        ]
    return [
        Link(VERIFIER_NAMES.index(name), place, mark)
        for place, pairs in enumerate(_checked_by(view, claims).values())
        for name, mark in pairs
        if mark in ("is", "maybe")
    ]


# Every law as a short row of drawn tokens, made from what it says (T1)
#
# A token stands at a distance ``x`` from the left in a picture 32 high:
#
# shape   a triangle, a square or a circle
# glyph   a figure or one of ``< = > ≤ ≥ + ×``
# word    a word such as "even"
# tile    one of the code's three digits, whichever it is: ``value`` is its figure, what figures it
#         may have (``24``, ``135``), or how it is filled (``solid`` for equal ones, ``half``,
#         ``blank``)
# stairs  three steps, ``up`` or ``down``

Kind: TypeAlias = Literal["shape", "glyph", "word", "tile", "stairs"]
Piece: TypeAlias = tuple[Kind, str]

GAP: Final = 4
_WIDTHS: Final = {"shape": 28, "glyph": 16, "tile": 26, "stairs": 30}
_WIDE_TILES: Final = {"24": 32, "135": 42}


@dataclass(frozen=True, slots=True)
class Token:
    """One drawn token and where it begins."""

    kind: Kind
    value: str
    x: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A law as tokens side by side; ``crossed`` says that the law is that it is not so."""

    width: float
    tokens: tuple[Token, ...]
    crossed: bool = False


@cache
def picture(law: Statement) -> Picture:
    """The drawing of a law.

    >>> from facedown.games.turing.cards import Relation
    >>> [token.value for token in picture(AmountTest((Shape.SQUARE,), Relation.LESS, 4)).tokens]
    ['square', '<', '4']
    >>> picture(DigitCount(3, 0)).crossed
    True
    """
    tokens = []
    x = 2.0
    for kind, value in _pieces(law):
        tokens.append(Token(kind, value, x))
        x += (_WIDE_TILES.get(value) or _WIDTHS.get(kind) or 9.2 * len(value)) + GAP
    return Picture(round(x - GAP + 2, 1), tuple(tokens), _denies(law))


def again(view: TuringView) -> Mapping[str, Mapping[str, OptionValue]]:
    """As many other cards; beside a real machine those that lie there."""
    other: dict[str, OptionValue] = {"cards": "", "verifiers": len(view.cards)}
    return {phrase("Play another one"): other if view.beside is None else {}}


def _denies(law: Statement) -> bool:
    """Whether the law is that something is not so: then that is drawn, and crossed out."""
    match law:
        case DigitCount(_, 0) | OnePair(False) | Order(None) | RisingRun(0, _):
            return True
    return False


_SHAPE: Final[dict[Shape, Piece]] = {shape: ("shape", shape.name.lower()) for shape in Shape}
_PARITY: Final = {Parity.EVEN: phrase("even"), Parity.ODD: phrase("odd")}
_EVEN: Final[Piece] = ("tile", "24")
_ODD: Final[Piece] = ("tile", "135")
_SOLID: Final[Piece] = ("tile", "solid")
_HALF: Final[Piece] = ("tile", "half")
_BLANK: Final[Piece] = ("tile", "blank")
_MORE: Final[Piece] = ("glyph", ">")
_EQUALS: Final[Piece] = ("glyph", "=")
_TIMES: Final[Piece] = ("glyph", "×")
_SAME: Final = {
    3: (_SOLID, _SOLID, _SOLID),
    2: (_SOLID, _SOLID, _BLANK),
    1: (_SOLID, _HALF, _BLANK),
}


def _pieces(law: Statement) -> Iterator[Piece]:
    match law:
        case AmountTest(left, relation, right):
            return chain(_amount(left), (("glyph", relation.value),), _amount(right))
        case AgainstOthers(shape, relation):
            rest = (_SHAPE[other] for other in others(shape))
            return chain((_SHAPE[shape], ("glyph", relation.value)), rest)
        case EvenOrOdd(amount, parity):
            return chain(_amount(amount), (("word", _PARITY[parity]),))
        case Multiple(amount, factor):
            return chain(_amount(amount), (_EQUALS, ("glyph", str(factor)), _TIMES, _BLANK))
        case DigitCount(digit, times):
            # So many tiles bear it; of none one is drawn, and crossed out.
            borne: Piece = ("tile", str(digit))
            return iter((*times * (borne,), *(3 - times) * (_BLANK,)) if times else (borne,))
        case EvenCount(times):
            return iter((*times * (_EVEN,), *(3 - times) * (_ODD,)))
        case Majority(parity):
            return iter((_EVEN, _MORE, _ODD) if parity is Parity.EVEN else (_ODD, _MORE, _EVEN))
        case SameDigits(many):
            return iter(_SAME[many])
        case OnePair():
            return iter(_SAME[2])
        case Order(direction):
            return _order(direction)
        case RisingRun():
            return _run(law)


def _amount(amount: Amount | int) -> Iterator[Piece]:
    """Shapes with plus signs between them, or a plain number."""
    if isinstance(amount, int):
        yield ("glyph", str(amount))
        return
    for index, shape in enumerate(amount):
        if index:
            yield ("glyph", "+")
        yield _SHAPE[shape]


def _order(direction: Direction | None) -> Iterator[Piece]:
    """The three shapes in order; of neither order both stairs."""
    if direction is None:
        yield from (("stairs", "up"), ("stairs", "down"))
        return
    sign: Piece = ("glyph", "<" if direction is Direction.UP else ">")
    one, two, three = _SHAPE.values()
    yield from (one, sign, two, sign, three)


def _run(law: RisingRun) -> Iterator[Piece]:
    """Neighbouring digits that differ by one: tiles with the step between them."""
    yield _BLANK
    for _ in range(max(law.length, 2) - 1):
        yield ("word", "±1" if law.either_way else "+1")
        yield _BLANK
    if law.length == 3 and law.either_way:
        yield ("word", phrase("one way"))
