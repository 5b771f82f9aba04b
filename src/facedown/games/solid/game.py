"""Solid as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from facedown.core.beside import check_reached, players_of
from facedown.core.errors import BadOption
from facedown.core.facts import Facts, Option, OptionValue, StandingQuestion, WorldsKnown
from facedown.core.game import Game, check_view
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import Ending, Seat
from facedown.core.view import Event
from facedown.core.worlds import World, Worlds
from facedown.games.solid import beside, beside_words, words, worlds
from facedown.games.solid.cards import DECKS
from facedown.games.solid.help.hints import AIDS, HINTS
from facedown.games.solid.moves import MOVES
from facedown.games.solid.rules import Setting, SolidState
from facedown.games.solid.studio.card_list import MOST_POINTS, SMALL_LIST, read_cards
from facedown.games.solid.view import SolidView

if TYPE_CHECKING:
    import datetime as dt

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Workshop

DAILY: Final = (12, 14, 16, 18, 20, 22, 24)
"""After how many turns the game of a day is counted, from Monday on."""

OPTIONS: Final = (
    Option(
        "deck",
        "two-sided",
        phrase(
            "events on the back of large sharing cards (81 cards), "
            "or on cards of their own (91; L13)"
        ),
        choices=tuple(DECKS),
        label=phrase("Deck"),
        said=(phrase("events on the back"), phrase("events apart")),
    ),
    Option(
        "cards",
        "",
        phrase("a card list of one's own instead, as a text (L16)"),
        examples=(SMALL_LIST,),
        rows=12,
        label=phrase("Other cards"),
    ),
    Option(
        "anyone",
        False,
        phrase("whoever is not on turn may protect, not only the target's owner (L3)"),
        label=phrase("Anyone protects"),
    ),
    Option(
        "steals",
        True,
        phrase("protect prevents a steal too, not only a destroy (L3)"),
        label=phrase("Protect against steals"),
    ),
    Option(
        "turns",
        100,
        phrase("the turn after which the game is counted (L8)"),
        bounds=(4, 1000),
        label=phrase("Most turns"),
    ),
    Option(
        "hands",
        "dealt",
        phrase("dealt by the program, or real ones on your own table, pressed as played (L17)"),
        choices=("dealt", "real"),
        label=phrase("Hands"),
        said=(phrase("dealt here"), phrase("real ones, on your table")),
    ),
    Option(
        "names",
        "",
        phrase("with real cards who plays, to the left (L17), such as Ann, Ben, Cleo"),
        label=phrase("Players"),
    ),
)

STANDING: Final = (
    StandingQuestion(
        "protect data",
        phrase("Protect your data?"),
        phrase("let it always happen"),
        phrase("always protect"),
    ),
    StandingQuestion(
        "protect sharing",
        phrase("Protect your sharing cards?"),
        phrase("let it always happen"),
        phrase("always protect"),
    ),
)


class Solid(Game):
    """Solid with its options chosen.

    >>> Solid(deck="separate").start().actors()
    (-1,)
    """

    facts: ClassVar[Facts] = Facts(
        name="solid",
        title="Solid",
        summary=phrase("Gather data, share them for points, and end the game while you are ahead."),
        designers="Christophe Cop (Konsolidate)",
        seats=(2, 6),
        minutes=20,
        options=OPTIONS,
        moves=MOVES,
        view=SolidView,
        rules_version=1,
        points=(-MOST_POINTS, MOST_POINTS),
        worlds="sampled",
        standing=STANDING,
        aids=AIDS,
    )

    def __init__(self, seats: int | None = None, **options: bool | int | str) -> None:
        super().__init__(seats, **options)
        cards, names = str(self.options["cards"]).strip(), str(self.options["names"])
        self.real = self.options["hands"] == "real"
        if names.strip() and not self.real:
            raise BadOption(phrase("Only with real cards are the players named here."))
        self.players = players_of(names, *self.facts.seats, usual=2)
        many = len(self.players) if self.real else self.seats
        self.setting = Setting(
            seats=many,
            card_list=read_cards(cards) if cards else DECKS[str(self.options["deck"])],
            anyone=bool(self.options["anyone"]),
            steals=bool(self.options["steals"]),
            turns=int(self.options["turns"]),
        )
        number, needed = self.setting.cards, many * self.setting.limits.hand
        if number < needed:
            raise BadOption(
                phrase(
                    "For {seats} players the list makes {cards} (L9), and "
                    "their hands take {needed}.",
                    seats=many,
                    cards=phrase_many("{n} card", "{n} cards", number),
                    needed=needed,
                )
            )
        self.actions = beside.actions(self.setting) if self.real else len(self.setting.moves)
        self.longest = self.setting.longest

    @classmethod
    def seats_with(cls, options: Mapping[str, OptionValue]) -> tuple[int, int]:
        """Real cards are pressed on one phone, or on several that share its seat (L17)."""
        return (1, 1) if options["hands"] == "real" else cls.facts.seats

    @property
    def judged(self) -> bool:
        """Hands are known where they are dealt (L17)."""
        return not self.real

    def start(self) -> SolidState:
        """Before it is drawn who begins."""
        if self.real:
            return beside.BesideState(self.setting, self.players)
        return SolidState(self.setting)

    @property
    def worlds_known(self) -> WorldsKnown:
        """Beside real cards nothing is hidden that the program knows."""
        return "none" if self.real else "sampled"

    def check_view(self, view: SolidView) -> None:
        """Beside real cards the view is reached anew by what was pressed."""
        check_view(self, view)
        if self.real:
            start = beside.BesideState(self.setting, self.players)
            check_reached(view, lambda: beside.play_again(start, view).view(view.seat))

    def aim(self) -> str:
        """What wins (L7)."""
        limits = self.setting.limits
        return phrase(
            "Data in your pod let you share cards for points. The game ends at once when a pod has "
            "{each} data of each type, {twice} of two types or {total} in "
            "all: whoever has most points then wins.",
            each=limits.each,
            twice=limits.twice,
            total=limits.total,
        )

    def worlds(self, view: SolidView) -> Worlds:
        """All hands that the other seats can hold."""
        return worlds.worlds_of(self.setting, view)

    def state_from_world(self, view: SolidView, world: World) -> SolidState:
        """The state in which this world is true, played from the start."""
        return worlds.state_from_world(self.setting, view, world)

    def true_world(self, state: SolidState, seat: Seat) -> World:
        """The hands of two as they are, or what the others drew."""
        return worlds.true_world(state)

    subject = "cards"

    def printed_cards(self) -> Sequence[PrintedCard]:
        """So many cards as these players need, and aids."""
        from facedown.games.solid.paper.deck import deck

        return deck(self.setting)

    def witness(
        self, before: SolidState, seat: Seat, action: Action, after: SolidState, viewer: Seat
    ) -> Event:
        """One move for one viewer."""
        if isinstance(before, beside.BesideState):
            assert isinstance(after, beside.BesideState)
            return beside_words.witness(before, seat, action, after)
        return words.witness(before, seat, action, after, viewer)

    def show(self, view: SolidView) -> str:
        """The table and the own hand in words."""
        show = beside_words.show if self.real else words.show
        return show(self.setting, view)

    def read(self, text_: str, view: SolidView) -> Move:
        """The move that a typed line means."""
        read = beside_words.read if self.real else words.read
        return read(self.setting, text_, view)

    def typed(self, move: Move) -> str:
        """A move as it is typed; players count from 1."""
        return beside_words.typed(move) or words.typed(move)

    def ending(self, view: SolidView) -> Ending:
        """How a finished game ended, in points."""
        return beside_words.ending(view) if view.beside else words.ending(view)

    in_brief = staticmethod(words.in_brief)
    day_result = staticmethod(words.day_result)
    took_in_words = staticmethod(words.took_in_words)

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue]:
        """A short game against one other, longer from day to day."""
        return {"turns": DAILY[date.weekday()]}

    @classmethod
    def day_in_words(cls, options: Mapping[str, OptionValue]) -> str:
        """After how many turns it is counted."""
        return phrase("counted after {n} turns", n=options["turns"])

    def prompt(self, view: SolidView) -> str:
        """What the seat can do now."""
        return beside_words.prompt(view) if self.real else words.prompt(self.setting, view)

    def aid(self, name: str, view: SolidView, notes: Sequence[str]) -> str:
        """One of the hints, in words."""
        if name not in HINTS:
            return super().aid(name, view, notes)
        if self.real:
            seen = beside_words.as_onlooker(view)
            return beside_words.told(HINTS[name](self.setting, seen), view)
        return HINTS[name](self.setting, view)

    def standing_answer(
        self, view: SolidView, question: str, answer: Literal["decline", "always"]
    ) -> Action | None:
        """Letting it happen, or a protect card if the seat holds one (L3)."""
        setting = self.setting
        if view.phase != "reaction" or view.seat not in view.actors or view.pending is None:
            return None
        target = setting.deck[setting.kinds[view.pending.target or ""]]
        if question != ("protect data" if target.type >= 0 else "protect sharing"):
            return None
        return view.legal[-1] if answer == "always" else setting.let

    def turn_of(self, view: SolidView) -> int:
        """The number of the turn."""
        return view.turn

    @classmethod
    def workshop(cls) -> Workshop:
        """The card list editor."""
        from facedown.games.solid.studio.workshop import CardListEditor  # only needed to make lists

        return CardListEditor()
