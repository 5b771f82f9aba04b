"""Solid beside real cards (L17): they are played on a table, and one seat presses for all.

The program deals nothing and knows no hand, only how many cards it has and which of them were seen
being taken. It keeps pods, points, piles and turns by the rules of ``rules.py``. The players are
counted from 0 as seats are elsewhere, and have names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from facedown.core.beside import called, named
from facedown.core.errors import IllegalMove, MalformedMove, Reason, Refusal
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Outcome, Seat, Seats
from facedown.games.solid.moves import (
    NONE,
    Discard,
    EndTurn,
    First,
    LetHappen,
    Play,
    Protect,
    Protected,
    Share,
    UseEvent,
    impossible,
)
from facedown.games.solid.rules import (
    ANSWER_FIRST,
    GAME_OVER,
    LOT,
    NATURES_TURN,
    NO_SUCH_MOVE,
    NOTHING_TO_ANSWER,
    OVER,
    REACTION,
    SHUFFLE,
    TURN,
    Setting,
    SolidState,
)
from facedown.games.solid.view import Beside, Done, SolidView

CANNOT_HOLD = Reason(
    "cannot-hold", "L17", "{who} cannot hold {card}: it lies open, or is in another hand."
)
HAND_EMPTY = Reason("hand-empty", "L17", "No card is left in the hand of {who}.")
CANNOT_PROTECT = Reason("cannot-protect", "L3", "{who} cannot protect now.")
SAY_WHO = Reason("say-who", "L17", "Press who protects.")


def actions(setting: Setting) -> int:
    """Action numbers: those of a dealt game, then for each player those of protecting."""
    return len(setting.moves) + setting.seats * len(setting.protects)


class BesideState(SolidState):
    """One game beside real cards.

    ``sizes`` are how many cards each player holds, and ``left`` how many the pile has. ``hands``
    are only the cards that are known to be in hand, which were seen being taken.
    """

    __slots__ = ("left", "players", "sizes")

    def __init__(self, setting: Setting, players: tuple[str, ...]) -> None:
        super().__init__(setting)
        self.players = players
        self.sizes = [0] * setting.seats
        self.left = setting.cards
        self.phase = LOT  # half a set is drawn at the table (L9)

    def clone(self) -> BesideState:
        """An independent copy."""
        copy = BesideState.__new__(BesideState)
        for name in (*SolidState.__slots__, *BesideState.__slots__):
            value = getattr(self, name)
            if isinstance(value, list):
                value = [one[:] if isinstance(one, list) else one for one in value]
            setattr(copy, name, value)
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """The one seat, or nature while it is drawn who begins."""
        if self.phase in (TURN, REACTION):
            return (0,)
        return NOBODY if self.phase == OVER else NATURE_ONLY

    def legal(self, seat: Seat) -> Sequence[int]:
        """The turn's moves with every card that may be in hand, or who may protect (L3)."""
        if seat != 0 or self.phase not in (TURN, REACTION):
            return ()
        if self.phase == TURN:
            return self._turn_moves(self.mover, self._may_hold(self.mover))
        return (self.setting.let, *self._answers())

    def _answers(self) -> Iterator[int]:
        protects = tuple(self.setting.protects)
        for player in self.waiting:
            can = self._may_hold(player)
            for n, kind in enumerate(protects):
                if can[kind]:
                    yield len(self.setting.moves) + player * len(protects) + n

    def _may_hold(self, player: Seat) -> list[bool]:
        """Which kinds of card a player may hold, by what lies open and what was seen taken."""
        known = self.hands[player]
        if self.sizes[player] == sum(known):
            return [count > 0 for count in known]
        return [count > 0 for count in map(max, known, self._unseen())]

    def _unseen(self) -> list[int]:
        """How many of each kind at most are in the pile, or in hands without being known."""
        odd = self.setting.seats % 2
        found = []
        for kind, card in enumerate(self.setting.deck):
            count = self.setting.whole[kind] - self.discard[kind]
            if card.type >= 0:
                count -= sum(pod[card.type] for pod in self.pods)
            elif odd:  # L9: any of the half set may have been drawn
                count += card.copies
            for owner in range(self.setting.seats):
                count -= self.shared[owner][kind] + self.hands[owner][kind]
            found.append(count)
        return found

    def _may_protect(self, seat: Seat) -> bool:
        """Whether a player may hold a protect card, and has not used its two (L3)."""
        if self.reactions[seat] == self.setting.limits.reactions:
            return False
        can = self._may_hold(seat)
        return any(can[kind] for kind in self.setting.protects)

    def does(self, action: int) -> tuple[Seat, int]:
        """Who makes a move, and its number in a dealt game."""
        moves = len(self.setting.moves)
        if action < moves:
            return self.mover, action
        player, n = divmod(action - moves, len(self.setting.protects))
        return player, tuple(self.setting.protects.values())[n]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.phase == LOT:
            return NATURES_TURN()
        if seat != 0 or not isinstance(action, int) or not 0 <= action < actions(self.setting):
            return NO_SUCH_MOVE()
        move = self.move_of(seat, action)
        answer = isinstance(move, Protected | LetHappen)
        if not answer and self.setting.let < action < len(self.setting.moves):
            return SAY_WHO()
        if answer != (self.phase == REACTION):
            return NOTHING_TO_ANSWER() if answer else ANSWER_FIRST()
        player, number = self.does(action)
        names = called(self.players)
        if isinstance(move, Protected) and player not in self.waiting:
            return CANNOT_PROTECT(who=names[player])
        kind = self.setting.does[number][1]
        if kind != NONE and not self._may_hold(player)[kind]:
            if not self.sizes[player]:
                return HAND_EMPTY(who=names[player])
            return CANNOT_HOLD(who=names[player], card=self.setting.deck[kind].name)
        refusal = self._play_refusal(player, move)
        return refusal and replace(refusal, sentence=named(refusal.sentence, names))

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if self.phase == LOT:
            self.record.append((seat, action, NONE))
            self.mover = (action - 1) % self.setting.seats
            self._draw_or_go_on()
            return
        player, number = self.does(action)
        kind = self.setting.does[number][1]
        if kind != NONE:
            self.sizes[player] -= 1
            if not self.hands[player][kind]:
                self.hands[player][kind] = 1  # to leave it at once
        move = self.setting.moves[number]
        if isinstance(move, UseEvent) and move.owner is None:
            self.sizes[player] += 1
        self.waiting = self.waiting[:1]  # one press lets it happen for all
        super().apply(player, number)

    def _draw_or_go_on(self) -> None:
        """Hands are filled up at the table (L6), all of them before the first turn."""
        for player in (self.mover,) if self.turn else range(self.setting.seats):
            while (lacks := self.setting.limits.hand - self.sizes[player]) > 0 and (
                self.left or self._shuffle()
            ):
                drawn = min(lacks, self.left)
                self.left -= drawn
                self.sizes[player] += drawn
        self._begin_turn()

    def _shuffle(self) -> bool:
        """Makes the discard pile the pile (L6); whether there is a card in it."""
        self.left = sum(self.discard)
        if self.left:
            self.record.append((NATURE, SHUFFLE, self.mover))
            self.shuffled.append(tuple(self.discard))
            self.discard = [0] * len(self.discard)
        return self.left > 0

    # Telling

    def view(self, seat: Seat) -> SolidView:
        """What is kept of the table, which everybody may know."""
        asked = tuple(self.waiting) if self.phase == REACTION else ()
        return replace(
            super().view(seat),
            seats=1,
            hand=None,
            sizes=tuple(self.sizes),
            pile=self.left,
            beside=Beside(self.players, asked),
        )

    def outcome(self) -> Outcome | None:
        """Who has most points; the one seat wins with whoever does."""
        end = super().outcome()
        if end is None:
            return None
        return Outcome((max(end.points),), (0,), named(end.reason, called(self.players)))

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if seat != NATURE and isinstance(action, int) and action >= len(self.setting.moves):
            player, number = self.does(action)
            return Protected(player, self.setting.deck[self.setting.does[number][1]].name)
        return super().move_of(seat, action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat == NATURE or not isinstance(move, Protected):
            return super().action_of(seat, move)
        return protecting(self.setting, move)


def protecting(setting: Setting, move: Protected) -> int:
    """The action number of protecting; raises ``MalformedMove`` when it has none."""
    cards = [setting.deck[kind].name for kind in setting.protects]
    if move.card not in cards or move.player not in range(setting.seats):
        raise MalformedMove(impossible(Protect(move.card), setting.card_list))
    return len(setting.moves) + move.player * len(cards) + cards.index(move.card)


def play_again(start: BesideState, view: SolidView) -> BesideState:
    """The state of a view, reached from the start by moves that the rules allow.

    Whatever is raised says that no play leads to the view.
    """
    state = start
    for done in view.record:
        if done.move == "shuffle":
            continue
        seat, move = _move_of(done)
        action = state.action_of(seat, move)
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)
    return state


def _move_of(done: Done) -> tuple[Seat, Move]:
    card = done.card or ""
    match done.move:
        case "first":
            return NATURE, First(done.seat)
        case "protect":
            return 0, Protected(done.seat, card)
        case "event":
            return 0, UseEvent(card, done.owner, done.target or "")
        case "end turn":
            return 0, EndTurn()
        case "let happen":
            return 0, LetHappen()
    return 0, {"play": Play, "share": Share, "discard": Discard}[done.move](card)
