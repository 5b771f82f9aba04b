"""Players who share one seat beside real cards: their names, and a game's words about them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Final

from facedown.core.errors import BadNote, BadOption, BadRecord
from facedown.core.game import IMPOSSIBLE
from facedown.core.messages import Capital, Joined, Said, joined, listed, phrase
from facedown.core.moves import Action, tidy_note
from facedown.core.seats import Ending, Seat
from facedown.core.view import View, check_turn

LONGEST_NAME: Final = 20

PLAYER_COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange")

NOT_LEARNT: Final = phrase("Beside real cards there is no hand to be learnt from.")


def players_of(text: str, fewest: int, most: int, usual: int) -> tuple[str, ...]:
    """The names in an option; raises ``BadOption``. Without any there are so many as is usual.

    >>> players_of("Ann,  Ben , Cleo", 2, 3, 3), players_of("", 2, 3, 2)
    (('Ann', 'Ben', 'Cleo'), ('', ''))
    """
    if not text.strip():
        return ("",) * usual
    try:
        names = tuple(map(tidy_note, text.split(",")))
    except BadNote:
        names = ()
    known = {name.casefold() for name in names}
    odd = any(len(name) > LONGEST_NAME or set("{}") & set(name) for name in names)
    if not fewest <= len(names) <= most or len(known) < len(names) or odd:
        raise BadOption(
            phrase(
                "The players are {fewest} to {most} names of at most {letters} characters, with "
                "commas between them.",
                fewest=fewest,
                most=most,
                letters=LONGEST_NAME,
            )
        )
    return names


def called(players: Sequence[str]) -> tuple[str, ...]:
    """The players by their names, or by their numbers.

    >>> called(("Ann", "")) == ("Ann", "Player 2")
    True
    """
    return tuple(name or phrase("Player {n}", n=n) for n, name in enumerate(players, 1))


_PLACE: Final = re.compile(r"(\{[0-9]\})")


def named(text: str, names: Sequence[str]) -> str:
    """A text in which the players have these names; unlike seats none of them is "you".

    >>> named(phrase("{who} passes.", who="{1}"), ("Ann", "Ben"))
    'Ben passes.'
    """
    match text:
        case Said():
            told = {
                name: named(part, names) if isinstance(part, str) else part
                for name, part in text.arguments.items()
            }
            return Said(text.message, told, text.many, text.context)
        case Joined():
            return Joined(text.between, tuple(named(each, names) for each in text.texts))
        case Capital():
            return Capital(named(text.text, names))
    parts = [names[int(part[1])] if _PLACE.fullmatch(part) else part for part in _PLACE.split(text)]
    return joined("", filter(None, parts)) if len(parts) > 1 else text


def player_in(text: str, players: Sequence[str]) -> Seat | None:
    """A player, counted from 0, by a name or a number from 1; None where there is no such.

    >>> player_in("ben", ("Ann", "Ben")), player_in("1", ("", "")), player_in("Dan", ("", ""))
    (1, 0, None)
    """
    known = [name.casefold() for name in called(players)]
    numbers = [str(number) for number in range(1, len(players) + 1)]
    for form in (known, numbers):
        if text.casefold() in form:
            return form.index(text.casefold())
    return None


def ended_by(winners: Sequence[Seat], players: Sequence[str], reason: str) -> Ending:
    """How a game ended for all of its players at once."""
    names = called(players)
    won = [names[player] for player in winners]
    if not won:
        return Ending(phrase("Nobody wins"), reason)
    who = listed(won)
    return Ending(
        phrase("{who} win", who=who) if won[1:] else phrase("{who} wins", who=who), reason
    )


def check_reached(view: View, again: Callable[[], View]) -> None:
    """Raises ``BadRecord`` for a view that is not what comes of playing it again."""
    try:
        same = again() == view
    except Exception:  # noqa: BLE001  # what cannot be may fail in any way
        same = False
    if not same:
        raise BadRecord(IMPOSSIBLE.format("no play leads to it"))


class Presser:
    """A player made of software: nobody's hand is known, so it presses whatever can be pressed."""

    def act(self, view: View, rng: random.Random) -> Action:
        """Any of the moves."""
        check_turn(view)
        return rng.choice(view.legal)
