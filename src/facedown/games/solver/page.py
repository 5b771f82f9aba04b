"""What the board's template needs beyond the view: the track in positions, and cards as drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from facedown.core.messages import capital, joined, phrase, phrase_many
from facedown.core.seats import Seat
from facedown.games.solver.moves import DRAW, MOST_PLAYS, NAMES, SWAP
from facedown.games.solver.view import SolverView, track_of
from facedown.games.solver.words import ANSWER_WORDS, MEANINGS, points_words, scored_words


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


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table and who played it; -1 for the first, which the deck gave."""

    face: Face
    seat: Seat


@dataclass(slots=True)
class TrackPlace:
    """A place of the main track, and the errors that followed it; place 0 is before any card."""

    number: int
    accepted: Laid | None
    errors: list[Laid] = field(default_factory=list)


def face(name: str) -> Face:
    """A card as it is drawn.

    >>> face("red circle 2")
    Face(name='red circle 2', colour='red', shape='circle', number=2)
    """
    colour, shape, number = name.split()
    return Face(name, colour, shape, int(number))


DECK: Final = tuple(map(face, NAMES))


def context(view: SolverView, notes: Sequence[str]) -> dict[str, object]:
    """The track, the guesses with their answers, and the hand."""
    del notes
    return {
        "deck": DECK,
        "positions": positions(view),
        "waiting": waiting(view),
        "played": len(track_of(view)),
        "most": MOST_PLAYS,
        "guesses": [entry for entry in view.history if entry.action == "guess"],
        "rounds": [(each, scored_words(each)) for each in view.rounds],
        "answers": ANSWER_WORDS,
        "meanings": MEANINGS,
        "hand": [face(name) for name in view.hand or ()],
    }


def positions(view: SolverView) -> list[TrackPlace]:
    """The main track from place 0 on, with the errors under the card that they followed."""
    track = [TrackPlace(0, None)]
    for entry in view.history:
        if entry.accepted is None:
            continue
        laid = Laid(face(entry.card), entry.seat)
        if entry.accepted:
            track.append(TrackPlace(len(track), laid))
        else:
            track[-1].errors.append(laid)
    return track


def waiting(view: SolverView) -> Laid | None:
    """The card that the Master has yet to judge."""
    if view.phase != "judge":
        return None
    last = view.history[-1]
    return Laid(face(last.card), last.seat)


def prompt(view: SolverView) -> str:
    """What there is to do for the seat that is to move, by buttons and the typed rule."""
    if view.phase == "rule":
        return phrase("Write the secret rule.")
    if view.phase == "play":
        return phrase("Play a card of your hand.")
    if view.phase == "judge":
        return phrase("Say whether {card} follows your rule.", card=view.history[-1].card)
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
    choices = joined(phrase(" or "), filter(None, (guess, draw, swap)))
    return phrase("{choices}.", choices=capital(choices))


def turned_over(view: SolverView) -> list[str]:
    """The rule of each round of Competitive that is over, and who found it."""
    return [
        phrase("The rule was “{rule}”. {scored}", rule=each.rule, scored=scored_words(each))
        for each in view.rounds
    ]


def seat_words(view: SolverView) -> list[str]:
    """What stands beside each name: cards in hand, whether it swapped, and its last answer."""
    last = {entry.seat: entry.answer for entry in view.history if entry.answer is not None}
    words: list[str] = []
    for seat in range(view.seats):
        master = seat == view.master_seat
        cards = phrase_many("{n} card", "{n} cards", view.counts[seat])
        said: list[str] = [phrase("the Master") if master else cards]
        if view.mode == "competitive":
            said.append(points_words(view.points[seat]))
        if seat in view.swapped:
            said.append(phrase("has swapped"))
        if seat in last:
            said.append(phrase("last answer {answer}", answer=last[seat]))
        words.append(joined(", ", said))
    return words
