"""A table of real cards in words (L17): what was pressed, what there is to press, typed lines."""

from __future__ import annotations

from dataclasses import replace

from facedown.core.beside import called, ended_by, named, player_in
from facedown.core.errors import MalformedMove
from facedown.core.messages import joined, listed, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, ONLOOKER, Ending, Seat, Seats
from facedown.core.view import Event
from facedown.games.solid import words
from facedown.games.solid.beside import BesideState
from facedown.games.solid.moves import EndTurn, LetHappen, Protect, Protected
from facedown.games.solid.rules import Setting
from facedown.games.solid.view import Beside, SolidView


def witness(before: BesideState, seat: Seat, action: Action, after: BesideState) -> Event:
    """One move for everybody: what was pressed, and what it leads to."""
    assert isinstance(action, int)
    setting, move = before.setting, before.move_of(seat, action)
    player, number = (NATURE, NATURE) if seat == NATURE else before.does(action)
    made = move if seat == NATURE else setting.moves[number]
    told: list[str] = [
        phrase("Nobody protects.")
        if isinstance(made, LetHappen)
        else words.move_words(setting, player, made)
    ]
    if isinstance(made, EndTurn) and not after.ending:
        drawn = after.sizes[player] - before.sizes[player]
        who = f"{{{player}}}"
        told.append(phrase_many("{who} draws {n} card.", "{who} draws {n} cards.", drawn, who=who))
    told += words.consequences(before, player, made, after, after.waiting)
    text = named(joined(" ", told), called(after.players))
    return Event(seat, move, text, reveals=seat == NATURE)


def as_onlooker(view: SolidView) -> SolidView:
    """The view of whoever watches such a game in which each player has a seat."""
    legal = view.legal if view.phase == "turn" else ()
    return replace(view, seat=ONLOOKER, seats=len(view.pods), legal=legal)


def told(text: str, view: SolidView) -> str:
    """A text in which seats are players, with their names."""
    return named(text, called(beside_of(view).players))


def won(view: SolidView) -> Seats:
    """The players with most points."""
    most = max(view.points)
    return tuple(player for player, points in enumerate(view.points) if points == most)


def ending(view: SolidView) -> Ending:
    """Who has won, and by which points."""
    assert view.outcome is not None
    return ended_by(won(view), beside_of(view).players, view.outcome.reason)


def show(setting: Setting, view: SolidView) -> str:
    """The pods and the piles."""
    return told(words.show(setting, as_onlooker(view)), view)


def asks_words(view: SolidView) -> str:
    """Whose turn it is or what is asked for, where there are buttons for it."""
    names = called(beside_of(view).players)
    if view.phase == "reaction":
        who = listed([names[player] for player in beside_of(view).asked], "or")
        return phrase("An event was played: does {who} protect?", who=who)
    who, left = names[view.mover], view.limits.plays - view.plays
    if view.discarded or not left:
        return phrase("It is the turn of {who}: discard, or end the turn.", who=who)
    return phrase_many(
        "It is the turn of {who}: {n} play left.",
        "It is the turn of {who}: {n} plays left.",
        left,
        who=who,
    )


def prompt(view: SolidView) -> str:
    """One line that says what there is to type."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if not view.legal:
        return phrase("Wait for your turn.")
    asks = asks_words(view)
    if view.phase == "reaction":
        names = called(beside_of(view).players)
        who = names[beside_of(view).asked[0]]
        return phrase("{asks} Type let happen, or protect {who}.", asks=asks, who=who)
    return phrase(
        "{asks} Type play H, share H2, event H7 2 M, event take H7, discard H or end turn.",
        asks=asks,
    )


def typed(move: Move) -> str:
    """Who protects as typed, counted from 1; empty for any other move."""
    return f"protect {move.player + 1} {move.card}" if isinstance(move, Protected) else ""


def read(setting: Setting, text: str, view: SolidView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise.

    ``protect`` where one player is asked, ``protect 2`` or ``protect Ben``, with a card after it
    where several kinds protect; all else as where cards are dealt.
    """
    line = " ".join(text.split())
    word, _, rest = line.partition(" ")
    if word.lower() == "protect":
        return _protected(setting, rest, view)
    move = words.read(setting, line, as_onlooker(view))
    return _protected(setting, "", view) if isinstance(move, Protect) else move


def _protected(setting: Setting, text: str, view: SolidView) -> Move:
    beside = beside_of(view)
    cards = {name.lower(): name for name in setting.kinds}
    card = words.protecting(setting, view)
    before, _, last = text.rpartition(" ")
    if last.lower() in cards:
        text, card = before, cards[last.lower()]
    if not text and len(beside.asked) == 1:
        return Protected(beside.asked[0], card)
    player = player_in(text, beside.players)
    if player is None:
        players = listed(called(beside.players), "or")
        raise MalformedMove(phrase("That is no player here; type {players}.", players=players))
    return Protected(player, card)


def beside_of(view: SolidView) -> Beside:
    """What is kept beside real cards."""
    assert view.beside is not None
    return view.beside
