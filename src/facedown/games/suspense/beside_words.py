"""A table of real cards in words (S25): what was pressed, what there is to press, typed lines."""

from __future__ import annotations

from facedown.core.beside import called, ended_by, named, player_in
from facedown.core.errors import MalformedMove
from facedown.core.messages import joined, listed, phrase
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Ending, Seat
from facedown.core.view import Event
from facedown.games.suspense import words
from facedown.games.suspense.beside import BesideState
from facedown.games.suspense.moves import FirstDealer, Hold, Play, TurnOver
from facedown.games.suspense.rules import HAND_SIZE, sheet_of
from facedown.games.suspense.view import Beside, SuspenseView
from facedown.games.suspense.words import WORDS, card_words, secret_words, sheet_words, turn_words


def witness(before: BesideState, seat: Seat, action: Action, after: BesideState) -> Event:
    """One move for everybody: what was pressed, and what it leads to."""
    move = before.move_of(seat, action)
    told: list[str] = []
    match move:
        case FirstDealer(dealer=dealer):
            told = [phrase("{who} is drawn to deal first.", who=f"{{{dealer}}}")]
        case Hold(player=player):
            card = WORDS[before.asked]
            told = [phrase("{who} holds it: {card}.", who=f"{{{player}}}", card=card)]
        case TurnOver(card=secret):
            if after.asked >= 0:
                condition = after.setting.conditions[after.secret]
                told = [secret_words(secret, condition)]
        case _:
            told = [turn_words(before, before.turn, move, after)]
    if len(after.rounds) > len(before.rounds):
        round_ = after.rounds[-1]
        sheet = sheet_of(round_, after.setting.conditions[round_.secret])
        told.append(sheet_words(sheet, len(after.rounds), after.setting, hands=False))
    elif after.asked >= 0:
        told.append(phrase("Who holds this card: {card}?", card=WORDS[after.asked]))
    elif after.over_at_table:
        told.append(phrase("The round is over: turn the secret card over."))
    text = named(joined(" ", told), called(after.players))
    return Event(seat, move, text, reveals=seat == NATURE)


def ending(view: SuspenseView) -> Ending:
    """Who has won, and by which points."""
    assert view.outcome is not None
    most = max(view.points)
    bar = view.goal or most
    won = [player for player, points in enumerate(view.points) if points >= bar > 0]
    return ended_by(won, _beside(view).players, view.outcome.reason)


def show(view: SuspenseView) -> str:
    """The table and the points."""
    names = called(_beside(view).players)
    return joined("\n\n", [named(part, names) for part in words.table_words(view)])


def prompt(view: SuspenseView) -> str:
    """One line that says what there is to type."""
    beside = _beside(view)
    if view.outcome is not None:
        return phrase("The game is over.")
    if not view.legal:
        return phrase("Wait for your turn.")
    names = called(beside.players)
    if beside.asks == "secret":
        return phrase("The round is over: type the card that was the secret.")
    if beside.asks == "holder" and beside.card is not None:
        return phrase(
            "Who holds this card: {card}? Type {players}.",
            card=card_words(beside.card),
            players=listed(names, "or"),
        )
    who = names[beside.turn]
    played = view.played[beside.turn]
    if not played:
        return phrase("First turn of {who}: type the card that is laid down.", who=who)
    if len(played) == HAND_SIZE[len(names)]:
        return phrase("{who} has no card left: type pass or fold.", who=who)
    return phrase("Turn of {who}: type the card that is laid down, pass, or fold.", who=who)


def asks_words(view: SuspenseView) -> str:
    """Whose turn it is or what is asked for, where there are buttons for it."""
    beside = _beside(view)
    names = called(beside.players)
    if beside.asks == "secret":
        return phrase("The round is over. Turn the secret card over: which is it?")
    if beside.asks == "holder" and beside.card is not None:
        return phrase("Who holds this card: {card}?", card=card_words(beside.card))
    who = names[beside.turn]
    played = view.played[beside.turn]
    if not played:
        return phrase("It is the turn of {who}: which card is laid down?", who=who)
    if len(played) == HAND_SIZE[len(names)]:
        return phrase("It is the turn of {who}, without a card left: pass or fold?", who=who)
    return phrase("It is the turn of {who}: which card, or pass, or fold?", who=who)


def typed(move: Move) -> str:
    """A player as typed, counted from 1; empty for any other move."""
    return f"hold {move.player + 1}" if isinstance(move, Hold) else ""


def read(text: str, view: SuspenseView) -> Move:
    """The move that a typed line means.

    A card, ``pass`` and ``fold`` as where cards are dealt; ``turn over W3``, or the card alone
    where the secret is asked for; ``hold 2`` or ``hold Ben``, or the player alone where a holder
    is. Raises ``MalformedMove`` with one sentence for anything else.
    """
    beside = _beside(view)
    line = " ".join(text.lower().split())
    if beside.asks == "holder" or line.startswith("hold "):
        return Hold(_player(line.removeprefix("hold "), beside))
    over = line.removeprefix("turn over ")
    move = words.read(over, view)
    if isinstance(move, Play) and (over != line or beside.asks == "secret"):
        return TurnOver(move.card)
    return move


def _player(text: str, beside: Beside) -> Seat:
    player = player_in(text, beside.players)
    if player is None:
        players = listed(called(beside.players), "or")
        raise MalformedMove(phrase("That is no player here; type {players}.", players=players))
    return player


def _beside(view: SuspenseView) -> Beside:
    assert view.beside is not None
    return view.beside
