"""The score: how many of the games in a row each has won, whatever seats they had."""

from __future__ import annotations

from facedown.core.seats import Outcome, Seat, bot_player
from facedown.table.state import TableState


def has_won(outcome: Outcome | None, seat: Seat, *, resigned: bool) -> bool:
    """Whether whoever has a seat has won: not who gave the game up, though their bot did.

    >>> [has_won(Outcome((2, 1), (0,), ""), 0, resigned=gone) for gone in (False, True)]
    [True, False]
    """
    return outcome is not None and seat in outcome.winners and not resigned


def games_played(state: TableState) -> int:
    """How many games were played in a row, this one counted once it is over.

    A game for practice is none of them, nor is one that somebody plays alone.
    """
    return state.spec.games_before + _counts(state)


def games_won(state: TableState, seat: Seat) -> int:
    """How many of those whoever has the seat now has won: a bot while it keeps its place."""
    won = state.spec.won_before.get(_who(state, seat, seat), 0)
    resigned = state.seats[seat].resigned
    return won + (_counts(state) and has_won(state.outcome, seat, resigned=resigned))


def won_by_then(state: TableState, turned: dict[Seat, Seat]) -> dict[str, int]:
    """Who has won how many, for the next table, where each seat is the one that it is turned to."""
    now = {_who(state, seat, there): games_won(state, seat) for seat, there in turned.items()}
    people = {who: won for who, won in state.spec.won_before.items() if not _is_bot(who)}
    return {who: won for who, won in {**people, **now}.items() if won}


def may_be_rated(state: TableState) -> bool:
    """Whether a game at this table can say who is stronger.

    It cannot where nobody plays against anybody, for practice, where somebody may know what lies
    face down or has made it, where seats may change hands, and with cards or conditions of one's
    own: a text where there is none usually.
    """
    game, spec = state.game, state.spec
    known = spec.known_deal or bool(spec.begun) or spec.origin is not None
    own = any(option.default == "" and game.options[option.name] for option in game.facts.options)
    return spec.seats > 1 and not (known or own or spec.handover or game.together)


def _counts(state: TableState) -> bool:
    return state.status == "over" and state.spec.seats > 1 and state.spec.origin is None


def _who(state: TableState, seat: Seat, place: Seat) -> str:
    """A person by the hash of their secret, which they keep; a bot by its name and place."""
    sits = state.seats[seat]
    if sits.secret_hash is not None:
        return sits.secret_hash
    return f"{bot_player(sits.bot or '')}/{place}"


def _is_bot(who: str) -> bool:
    return who.startswith(bot_player(""))
