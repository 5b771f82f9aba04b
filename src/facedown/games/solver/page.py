"""What the board's template needs beyond the view: the track in positions, and cards as drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final, NamedTuple

from facedown.core.game import Game, ReadBack
from facedown.core.messages import capital, joined, listed, phrase, phrase_many
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.deduce.rules.catalogue import LEVELS
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import DRAW, MOST_PLAYS, NAMES, SWAP, Play
from facedown.games.solver.reading import saying_now
from facedown.games.solver.rules import LIVES
from facedown.games.solver.said import CARDS, rule_of, said_rule
from facedown.games.solver.saying import Understood, asked, understood
from facedown.games.solver.view import SolverView, slip_of, track_of
from facedown.games.solver.words import MEANINGS, points_words, scored_words


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn, and its name in words."""

    name: str
    colour: str
    shape: str
    number: int

    @property
    def key(self) -> str:
        """The name without blanks, for ids.

        >>> face("red circle 2").key
        'red-circle-2'
        """
        return self.name.replace(" ", "-")

    @property
    def words(self) -> str:
        """The name as a message."""
        return CARDS[self.name]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table and who played it; -1 for the first, which the deck gave.

    ``play`` counts the cards played, from 0; ``corrected`` is :attr:`Entry.corrected`.
    """

    face: Face
    seat: Seat
    play: int
    corrected: bool = False


@dataclass(slots=True)
class TrackPlace:
    """A place of the main track, and the errors that followed it; place 0 is before any card."""

    number: int
    accepted: Laid | None
    errors: list[Laid] = field(default_factory=list)

    def span(self, deepest: int) -> int:
        """So many columns it takes where so many errors at most hang one over the other.

        An error is two thirds as wide as a column.

        >>> TrackPlace(1, None).span(3)
        1
        """
        stacks = -(-len(self.errors) // deepest)
        return max(1, -(-stacks * 2 // 3))


@dataclass(frozen=True, slots=True)
class Said:
    """A guess, after how many cards it was said, and its answer, None before there is one."""

    seat: Seat
    rule: str
    answer: str | None
    after: int


class TrackShape(NamedTuple):
    """How the track is laid: columns, rows, errors one over the other, and what is free of one row.

    ``height`` is that of all rows, in half widths of a card.
    """

    columns: int
    rows: int
    deepest: int
    height: int
    free: int


def face(name: str) -> Face:
    """A card as it is drawn.

    >>> face("red circle 2")
    Face(name='red circle 2', colour='red', shape='circle', number=2)
    """
    colour, shape, number = name.split()
    return Face(name, colour, shape, int(number))


ANSWERED: Final = {
    "0": phrase("no part is right"),
    "1": phrase("one part is right"),
    "2+": phrase("two parts or more"),
    "Solver!": phrase("that is the rule"),
}
"""What the Master's answers mean, as they stand on the cards."""

COLUMNS: Final = (6, 8, 10)
"""A row of the track has so many: the first, cards, and where the next one goes. The first number
with which one row is enough makes the cards largest."""

DEEPEST: Final = (6, 3, 2)
"""So many errors at most hang one over the other: where it makes the cards larger, fewer."""

USUAL_ROWS: Final = 2
"""So many rows hold a whole game nearly always."""

USUAL: Final = 1
"""Room for so many errors one over the other there is in every row."""

DECK: Final = tuple(map(face, NAMES))


def context(view: SolverView, notes: Sequence[str]) -> dict[str, object]:
    """The track, the guesses with their answers, and the hand."""
    del notes
    track = positions(view)
    plays, slip = track_of(view), slip_of(view)
    return {
        "deck": DECK,
        "face": face,
        "positions": track,
        "shape": shape_of(track),
        "waiting": waiting(view),
        "verdicts": [each.accepted for each in plays],
        "played": len(plays),
        "most": MOST_PLAYS,
        "most_lives": LIVES,
        "guesses": guesses(view),
        "rule": rule_of(view.rule or "", view.master),
        "rounds": [(rule_of(each.rule, view.master), scored_words(each)) for each in view.rounds],
        "rules": {each.master: rule_of(each.rule, view.master) for each in view.rounds},
        "meanings": MEANINGS,
        "answers": ANSWERED,
        "asked": asked(view),
        "slip": slip,
        "slip_words": CARDS[slip.card] if slip else "",
        "guide": guide(view),
        "hand": [face(name) for name in view.hand or ()],
        "saying": saying_now(view),
    }


def guide(view: SolverView) -> list[list[tuple[str, str]]]:
    """Rules of each level for a Master who is to write one, and in words; else nothing."""
    if view.phase != "rule" or view.seat not in view.actors:
        return []
    some = (level_rules(level)[:: len(level_rules(level)) // 6][:6] for level in LEVELS)
    return [[(rule, said_rule(rule)) for rule in rules] for rules in some]


def guesses(view: SolverView) -> list[Said]:
    """The guesses with their answers, in order."""
    played, found = 0, []
    for entry in view.history:
        played += entry.action == "play"
        if entry.action == "guess":
            rule = rule_of(entry.rule, view.master)
            found.append(Said(entry.seat, rule, entry.answer, played))
    return found


def shape_of(track: Sequence[TrackPlace]) -> TrackShape:
    """How a track lies so that its cards are largest on a wide table, with a place at its end.

    Place 0 keeps its columns to itself in all rows. Up to two rows a card keeps its size.

    >>> shape_of([TrackPlace(number, None) for number in range(5)])
    TrackShape(columns=6, rows=1, deepest=6, height=5, free=0)
    >>> shape_of([TrackPlace(number, None) for number in range(16)])
    TrackShape(columns=10, rows=2, deepest=6, height=10, free=2)
    """
    places = [*track, TrackPlace(len(track), None)]
    shapes = [_largest(places, columns) for columns in COLUMNS]
    shape = next((each for each in shapes if each.rows == 1), shapes[-1])
    if shape.rows > USUAL_ROWS:
        shape = _largest(places, *range(10, 14))
    return shape


def _largest(track: Sequence[TrackPlace], *columns: int) -> TrackShape:
    """The same in one of so many columns."""
    ways = (_laid(track, each, deepest) for each in columns for deepest in DEEPEST)
    return max(ways, key=_card_width)


def _laid(track: Sequence[TrackPlace], columns: int, deepest: int) -> TrackShape:
    """The same in so many columns, with so many errors at most one over the other."""
    start, *others = track
    rows, free = [max(USUAL, len(start.errors))], columns - start.span(deepest)
    for place in others:
        span = place.span(deepest)
        if free < span:
            rows.append(USUAL)
            free = columns - start.span(deepest)
        free -= span
        rows[-1] = max(rows[-1], len(place.errors))
    height = sum(2.14 + 0.36 * min(deep, deepest) for deep in rows)
    return TrackShape(columns, len(rows), deepest, ceil(2 * height), free)


def _card_width(shape: TrackShape) -> float:
    """How wide a card is then, about, with 1040 by 520 pixels for the track; 160 are enough.

    One more row is worth it only where cards are a tenth larger by it.
    """
    width = min(160, 1040 / 1.13 / shape.columns, (520 - 20 * shape.rows) / shape.height * 2)
    return width * 0.9**shape.rows


def positions(view: SolverView) -> list[TrackPlace]:
    """The main track from place 0 on, with the errors under the card that they followed."""
    judged = (entry for entry in view.history if entry.accepted is not None)
    return places_of(
        (Laid(face(entry.card), entry.seat, play, entry.corrected), bool(entry.accepted))
        for play, entry in enumerate(judged)
    )


def places_of(plays: Iterable[tuple[Laid, bool]]) -> list[TrackPlace]:
    """The main track of some cards, each with its verdict."""
    track = [TrackPlace(0, None)]
    for laid, accepted in plays:
        if accepted:
            track.append(TrackPlace(len(track), laid))
        else:
            track[-1].errors.append(laid)
    return track


def waiting(view: SolverView) -> Laid | None:
    """The card that the Master has yet to judge."""
    if view.phase != "judge":
        return None
    last = view.history[-1]
    return Laid(face(last.card), last.seat, len(track_of(view)))


def said(view: SolverView, back: ReadBack) -> Understood | None:
    """What a rule means that somebody is about to say."""
    return understood(view, back)


def prompt(view: SolverView) -> str:
    """What there is to do for the seat that is to move, by buttons and the typed rule."""
    if view.phase == "rule":
        return phrase("Write the secret rule.")
    if view.phase == "play" and view.real:
        return phrase("Press each card as it is played.")
    if view.phase == "play":
        return phrase("Play a card of your hand.")
    if view.phase == "judge":
        return phrase("Say whether {card} follows your rule.", card=CARDS[view.history[-1].card])
    if view.phase == "answer":
        return phrase("Answer the guess.")
    if view.phase == "vote":
        return phrase("Vote on whether the rule could be found.")
    if view.phase == "best":
        return phrase("Vote for the best rule of those who are tied.")
    if view.phase == "last":
        return phrase("Guess the rule for the last time, or pass.")
    guess = phrase("guess the rule") if view.hand else ""
    draw = phrase("draw a card") if DRAW in view.legal else ""
    swap = phrase("swap your hand") if SWAP in view.legal else ""
    choices = listed(filter(None, (guess, draw, swap)), "or")
    return phrase("{choices}.", choices=capital(choices))


def marked(game: Game, move: Move) -> str:
    """Where on the board a move is: at the card in hand."""
    del game  # cards lie where they are called so
    return f"hand-{face(move.card).key}" if isinstance(move, Play) else ""


def turned_over(view: SolverView) -> list[str]:
    """The rule of each round of Competitive that is over, and who found it."""
    return [
        phrase(
            "The rule was “{rule}”. {scored}",
            rule=rule_of(each.rule, view.master),
            scored=scored_words(each),
        )
        for each in view.rounds
    ]


def seat_words(view: SolverView) -> list[str]:
    """What stands beside each name: cards in hand, points, and whether it swapped."""
    words: list[str] = []
    for seat in range(view.seats):
        master = seat == view.master_seat
        cards = phrase_many("{n} card", "{n} cards", view.counts[seat])
        said: list[str] = [phrase("the Master")] if master else [] if view.real else [cards]
        if view.mode == "competitive":
            said.append(points_words(view.points[seat]))
        if seat in view.swapped:
            said.append(phrase("has swapped"))
        words.append(joined(", ", said))
    return words
