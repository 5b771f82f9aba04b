"""How a table stands for whoever looks at it, in a line: whose turn it is, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.messages import joined, phrase
from facedown.core.players import HUMAN, bot_of
from facedown.core.words import fill, listed
from facedown.table.acts.resign import RESIGNED
from facedown.table.info import TableInfo
from facedown.table.snapshot import Snapshot
from facedown.web.environment import prompt_of


def may_return(shot: Snapshot) -> bool:
    """Whether the viewer has left their seat, or a bot plays it, and they can come back to it."""
    if shot.viewer < 0 or shot.info.status == "over" or shot.info.stopped:
        return False
    seat = shot.info.seats[shot.viewer]
    in_time = seat.left is None or seat.left > 0
    return (seat.away or seat.player != HUMAN) and in_time and not seat.resigned


def is_out_of_time(shot: Snapshot) -> bool:
    """Whether the viewer has no time left in a game that goes on."""
    if shot.viewer < 0 or shot.info.status != "playing" or shot.info.seats[shot.viewer].resigned:
        return False
    left = shot.info.seats[shot.viewer].left
    return left is not None and left <= 0


def verdict_of(shot: Snapshot, names: Sequence[str]) -> str:
    """Who has won, for this viewer."""
    assert shot.info.outcome is not None
    winners = shot.info.outcome.winners
    if shot.info.won(shot.viewer):
        others = [names[seat] for seat in winners if seat != shot.viewer]
        if not others:
            return phrase("You win")
        if not others[1:]:
            return phrase("You and {others} win", others=others[0])
        return phrase("You, {others} win", others=listed(others))
    if not winners:
        if shot.viewer >= 0 and len(names) == 1:
            return phrase("You lose")
        return phrase("Nobody wins")
    if winners[1:]:
        return phrase("{who} win", who=listed(names[seat] for seat in winners))
    return phrase("{who} wins", who=names[winners[0]])


def status_of(shot: Snapshot, names: tuple[str, ...]) -> str:
    """One line that says how things stand for this viewer."""
    info = shot.info
    if info.stopped:
        return info.stopped
    if info.status == "waiting":
        return _awaited(info)
    if info.outcome is not None:
        if info.rematch is not None:
            return phrase("Another game is asked for.")
        return phrase("The game is over.")
    if shot.viewer >= 0 and bot_of(info.seats[shot.viewer].player):
        if info.seats[shot.viewer].resigned:
            return RESIGNED
        if is_out_of_time(shot):
            if shot.host:
                return phrase("Your time is over: a bot plays on for you until you give more.")
            return phrase(
                "Your time is over: a bot plays on for you until the host gives you more."
            )
        return phrase("A bot plays your seat while you are away.")
    if shot.viewer in info.actors and shot.view is not None:
        todo = fill(prompt_of(shot.game, shot.view), names)
        return phrase("Your turn. {todo}", todo=todo)
    bots = [names[seat] for seat in info.actors if bot_of(info.seats[seat].player) is not None]
    people = [names[seat] for seat in info.actors if names[seat] not in bots]
    waiting = [phrase("Waiting for {who}", who=listed(people))] if people else []
    if bots[1:]:
        waiting.append(phrase("{who} are thinking", who=listed(bots)))
    elif bots:
        waiting.append(phrase("{who} is thinking", who=bots[0]))
    return phrase("{waiting}.", waiting=joined("; ", waiting))


def _awaited(info: TableInfo) -> str:
    """Who has yet to sit down, by name where they have been asked along."""
    free = [seat for seat in info.seats if seat.player == "open"]
    if not free:
        return phrase("Everybody is here; the host can begin.")
    if all(seat.kept_for for seat in free):
        who = phrase("Waiting for {who}", who=listed(seat.kept_for for seat in free))
        return phrase("{waiting}.", waiting=who)
    return phrase("Waiting for {n} more to sit down.", n=len(free))
