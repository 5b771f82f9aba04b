"""Glimpse, a tiny honest game on which the battery proves itself.

Four cards, 0 to 3. Nature deals one to each of two seats, one face down and one face up; a deal
with the 3 face down is twice as likely as another (H1). Both seats bid 0, 1 or 2 in secret (H2).
The higher bidder looks at the card face down; at a tie a coin decides (H3). Then, in turn, each
may say something (H4) and guesses the card face down: neither its own card nor the one face up
(H5). A right guess is worth 3 points, and the one who looked pays its bid (H6).
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import ClassVar, NamedTuple, cast

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.facts import Aid, Facts, Option, OptionValue
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.roster import Players
from facedown.core.seats import NATURE, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.core.worlds import Worlds

DEALS = tuple(permutations(range(4)))
"""Seat 1's card, seat 2's, the one face down, the one face up."""
WEIGHTS = tuple(2 if deal[2] == 3 else 1 for deal in DEALS)
BIDS = 3
DEAL, BID, TOSS, GUESS, OVER = range(5)

GAME_OVER = Reason("game-over", "H6", "The game is over.")
WAIT = Reason("wait", "H2", "It is not your turn.")
NO_BID = Reason("no-bid", "H2", "Bids are 0, 1 or 2, and made before anybody guesses.")
NO_GUESS = Reason("no-guess", "H5", "Guesses are made after the bids.")
OWN_CARD = Reason("own-card", "H5", "The {card} is in your own hand.")
FACE_UP = Reason("face-up", "H5", "The {card} is face up.")
SAID = Reason("said", "H4", "You have said something already.")
NO_TALK = Reason("no-talk", "H4", "Talk comes after the bids.")
NO_MOVE = Reason("no-move", "H1", "That is not a move of this game.")


class Deal(Move, kind="deal", by_nature=True):
    cards: tuple[int | None, ...]


class Bid(Move, kind="bid"):
    amount: int | None


class Toss(Move, kind="toss", by_nature=True):
    seat: int


class Say(Move, kind="say"):
    words: str


class Guess(Move, kind="guess"):
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GlimpseView(View):
    phase: int
    own: int | None
    up: int | None
    looker: int | None
    down: int | None
    bids: tuple[int | None, ...]
    said: tuple[str, ...]
    guesses: tuple[int, ...]
    hands: tuple[int, ...]


class GlimpseState(State):
    __slots__ = ("bids", "chatty", "deal", "guesses", "looker", "phase", "said", "turn")

    def __init__(self, chatty: bool) -> None:
        self.chatty = chatty
        self.deal: tuple[int, ...] = ()
        self.bids = [-1, -1]
        self.looker = -1
        self.said = ["", ""]
        self.guesses: list[int] = []
        self.phase = DEAL
        self.turn = 0

    def clone(self) -> GlimpseState:
        copy = type(self)(self.chatty)
        copy.deal, copy.looker = self.deal, self.looker
        copy.phase, copy.turn = self.phase, self.turn
        copy.bids, copy.said, copy.guesses = self.bids[:], self.said[:], self.guesses[:]
        return copy

    def actors(self) -> Seats:
        if self.phase in (DEAL, TOSS):
            return (NATURE,)
        if self.phase == BID:
            return tuple(seat for seat in (0, 1) if self.bids[seat] < 0)
        return (self.turn,) if self.phase == GUESS else ()

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat < 0 or seat not in self.actors():
            return ()
        if self.phase == BID:
            return range(BIDS)
        return [BIDS + card for card in range(4) if card not in (self.deal[seat], self.deal[3])]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        if self.phase == OVER:
            return GAME_OVER()
        if seat not in self.actors():
            return WAIT()
        if seat == NATURE:
            size = len(DEALS) if self.phase == DEAL else 2
            return None if isinstance(action, int) and 0 <= action < size else NO_MOVE()
        if isinstance(action, Say):
            if not self.chatty or not re.fullmatch("[a-z ]{1,20}", action.words):
                return NO_MOVE()
            if self.phase != GUESS:
                return NO_TALK()
            return SAID() if self.said[seat] else None
        if action in self.legal(seat):
            return None
        if not isinstance(action, int) or not 0 <= action < BIDS + 4:
            return NO_MOVE()
        if action < BIDS:
            return NO_BID()
        if self.phase != GUESS:
            return NO_GUESS()
        card = action - BIDS
        return FACE_UP(card=card) if card == self.deal[3] else OWN_CARD(card=card)

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Say):
            self.said[seat] = action.words
            return
        assert isinstance(action, int)
        if self.phase == DEAL:
            self.deal, self.phase = DEALS[action], BID
        elif self.phase == TOSS:
            self.looker, self.phase = action, GUESS
        elif self.phase == BID:
            self.bids[seat] = action
            if min(self.bids) >= 0:
                first, second = self.bids
                self.phase = TOSS if first == second else GUESS
                self.looker = -1 if first == second else int(second > first)
        else:
            self.guesses.append(action - BIDS)
            self.turn += 1
            self.phase = OVER if self.turn == 2 else GUESS

    def draw_name(self) -> str:
        return "toss" if self.phase == TOSS else "deal"

    def chances(self) -> Sequence[tuple[Action, int]]:
        if self.phase == TOSS:
            return ((0, 1), (1, 1))
        return tuple(enumerate(WEIGHTS))

    def view(self, seat: Seat) -> GlimpseView:
        dealt, over = bool(self.deal), self.phase == OVER
        looked = over or (seat >= 0 and seat == self.looker)
        shown = self.phase > BID
        return GlimpseView(
            seat=seat,
            seats=2,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            phase=self.phase,
            own=self.deal[seat] if dealt and seat >= 0 else None,
            up=self.deal[3] if dealt else None,
            looker=self.looker if self.looker >= 0 else None,
            down=self.deal[2] if dealt and looked else None,
            bids=tuple(
                bid if bid >= 0 and (shown or who == seat) else None
                for who, bid in enumerate(self.bids)
            ),
            said=tuple(self.said),
            guesses=tuple(self.guesses),
            hands=self.deal[:2] if over else (),
        )

    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        points = tuple(
            3 * (guess == self.deal[2]) - (self.bids[seat] if self.looker == seat else 0)
            for seat, guess in enumerate(self.guesses)
        )
        winners = tuple(seat for seat in (0, 1) if points[seat] == max(points))
        return Outcome(
            points, winners, f"The card was {self.deal[2]}; {{{winners[0]}}} guessed well."
        )

    def move_of(self, seat: Seat, action: Action) -> Move:
        if isinstance(action, Move):
            return action
        if seat == NATURE:
            return Deal(DEALS[action]) if self.phase == DEAL else Toss(action)
        return Bid(action) if action < BIDS else Guess(action - BIDS)

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Deal(cards=cards) if seat == NATURE and cards in DEALS:
                return DEALS.index(cast("tuple[int, int, int, int]", cards))
            case Toss(seat=looker) if seat == NATURE and looker in (0, 1):
                return looker
            case Bid(amount=int(amount)) if seat != NATURE and 0 <= amount < BIDS:
                return amount
            case Guess(card=card) if seat != NATURE and 0 <= card < 4:
                return BIDS + card
            case Say() if seat != NATURE:
                return move
        raise MalformedMove("That is not a move of Glimpse.")


class GlimpseWorld(NamedTuple):
    deal: int
    bid: int
    """The bid that the other seat made in secret, or -1. For onlookers see ``bid_too``."""
    bid_too: int


class GlimpseWorlds(Worlds):
    def __init__(self, view: GlimpseView) -> None:
        self._weights = dict(self._find(view))

    def _find(self, view: GlimpseView) -> Iterator[tuple[GlimpseWorld, int]]:
        secret = [
            range(BIDS)
            if view.phase == BID and view.bids[who] is None and who not in view.actors
            else (-1,)
            for who in (0, 1)
        ]
        for bids in product(*secret):
            if view.phase == DEAL:
                yield GlimpseWorld(-1, -1, -1), 1
                continue
            for number, deal in enumerate(DEALS):
                if self._fits(view, deal):
                    yield GlimpseWorld(number, *bids), WEIGHTS[number]

    def _fits(self, view: GlimpseView, deal: tuple[int, ...]) -> bool:
        guessed = all(deal[who] != guess for who, guess in enumerate(view.guesses))
        own = view.own is None or deal[view.seat] == view.own
        hands = not view.hands or deal[:2] == view.hands
        return guessed and own and hands and deal[3] == view.up and view.down in (None, deal[2])

    def __iter__(self) -> Iterator[tuple[GlimpseWorld, int]]:
        return iter(self._weights.items())

    def count(self) -> int:
        return len(self._weights)

    def sample(self, rng: random.Random) -> GlimpseWorld:
        return rng.choices(list(self._weights), list(self._weights.values()))[0]


class Guesser:
    """Guesses what is most likely."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def act(self, view: View, rng: random.Random) -> Action:
        if view.legal[0] < BIDS:
            return rng.choice(view.legal)
        likely: Counter[int] = Counter()
        for world, weight in self._game.worlds(view):
            likely[BIDS + DEALS[world.deal][2]] += weight
        return max(view.legal, key=lambda action: likely[action])


class Glimpse(Game):
    facts: ClassVar[Facts] = Facts(
        name="glimpse",
        title="Glimpse",
        summary="Bid for a look at the card that lies face down.",
        designers="The Facedown authors",
        seats=(2, 2),
        options=(Option("chatty", True, "whether seats may talk"),),
        moves=(Deal, Bid, Toss, Say, Guess),
        view=GlimpseView,
        rules_version=1,
        points=(-2, 3),
        simultaneous=True,
        open_moves=True,
        aids=(Aid("likely", "what the card face down may be"),),
    )
    actions = BIDS + 4
    longest = 8
    state: ClassVar[type[GlimpseState]] = GlimpseState

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)

    def start(self) -> GlimpseState:
        return self.state(bool(self.options["chatty"]))

    def open_chances(self, view: View) -> Sequence[tuple[Move, int]]:
        assert isinstance(view, GlimpseView)
        silent = not self.options["chatty"] or view.phase != GUESS or view.seat not in view.actors
        if silent or view.said[view.seat]:
            return ()
        return (Say("it is high"), 1), (Say("it is low"), 1)

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        assert isinstance(before, GlimpseState)
        assert isinstance(after, GlimpseState)
        move = before.move_of(seat, action)
        match move:
            case Deal(cards=cards):
                seen = tuple(c if index in (viewer, 3) else None for index, c in enumerate(cards))
                own = "" if viewer < 0 else f" You hold the {cards[viewer]}."
                return Event(seat, Deal(seen), f"The {cards[3]} is face up.{own}", reveals=True)
            case Bid():
                shown = after.phase != BID
                words = f"{{0}} bids {after.bids[0]}, {{1}} {after.bids[1]}." if shown else ""
                return Event(
                    seat,
                    move if shown or viewer == seat else Bid(None),
                    words + self._look(after, viewer) if shown else f"{{{seat}}} bids in secret.",
                    reveals=shown,
                )
            case Toss(seat=looker):
                words = f"The coin falls for {{{looker}}}.{self._look(after, viewer)}"
                return Event(seat, move, words, reveals=True)
            case Say(words=words):
                return Event(seat, move, f"{{{seat}}} says: {words}.", reveals=False)
        assert isinstance(move, Guess)
        words = f"{{{seat}}} guesses {move.card}."
        return Event(seat, move, words, reveals=after.phase == OVER)

    def _look(self, state: GlimpseState, viewer: Seat) -> str:
        own = viewer >= 0 and viewer == state.looker
        return f" You look: it is the {state.deal[2]}." if own else ""

    def show(self, view: View) -> str:
        assert isinstance(view, GlimpseView)
        known = f" Face down lies the {view.down}." if view.down is not None else ""
        return f"You hold {view.own}; {view.up} is face up.{known} Guesses: {view.guesses}."

    def prompt(self, view: View) -> str:
        return f"You can do: {view.legal}."

    def read(self, text: str, view: View) -> Move:
        found = re.fullmatch("(bid|guess) ([0-3])|say (.*)", text)
        if found is None:
            raise MalformedMove("Type bid 2, guess 3, or say and some words.")
        verb, number, words = found.groups()
        if words is not None:
            return Say(words)
        return Bid(int(number)) if verb == "bid" else Guess(int(number))

    def worlds(self, view: View) -> GlimpseWorlds:
        assert isinstance(view, GlimpseView)
        return GlimpseWorlds(view)

    def state_from_world(self, view: View, world: GlimpseWorld) -> GlimpseState:
        assert isinstance(view, GlimpseView)
        state = self.start()
        state.phase = view.phase
        if world.deal >= 0:
            state.deal = DEALS[world.deal]
        hidden = (world.bid, world.bid_too)
        state.bids = [hidden[w] if bid is None else bid for w, bid in enumerate(view.bids)]
        state.looker = -1 if view.looker is None else view.looker
        state.said, state.guesses = list(view.said), list(view.guesses)
        state.turn = len(view.guesses)
        return state

    def true_world(self, state: State, seat: Seat) -> GlimpseWorld:
        assert isinstance(state, GlimpseState)
        deal = DEALS.index(cast("tuple[int, int, int, int]", state.deal)) if state.deal else -1
        secret = [
            bid if state.phase == BID and who != seat else -1 for who, bid in enumerate(state.bids)
        ]
        return GlimpseWorld(deal, *secret)

    def aid(self, name: str, view: View, notes: Sequence[str]) -> str:
        cards = sorted({DEALS[world.deal][2] for world, _ in self.worlds(view)})
        return f"The card face down is one of {cards}."


PLAYERS = Players({"guesser": Guesser})
