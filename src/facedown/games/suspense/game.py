"""Suspense as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from facedown.core.beside import called, check_reached, named, players_of
from facedown.core.errors import BadOption
from facedown.core.facts import Aid, Earlier, Facts, Option, OptionValue, WorldsKnown
from facedown.core.game import Game, check_view
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.seats import Ending, Seat
from facedown.core.view import Event
from facedown.core.worlds import World, Worlds
from facedown.games.suspense import beside, beside_words, words, worlds
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.help import aids
from facedown.games.suspense.moves import ACTIONS, ACTIONS_BESIDE, MOVES
from facedown.games.suspense.rules import Setting, SuspenseState, longest
from facedown.games.suspense.studio.card_table import CARD_TABLE, read_table
from facedown.games.suspense.view import SuspenseView

if TYPE_CHECKING:
    import datetime as dt

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Workshop

OPTIONS = (
    Option(
        "goal",
        10,
        phrase("points that win the game; 0 plays one round (S18)"),
        bounds=(0, 50),
        label=phrase("Goal"),
        zero=phrase("one round"),
    ),
    Option(
        "limit",
        0,
        phrase("the sum in play that ends a round (S14); 0 takes 20, or 15 for two"),
        bounds=(0, 42),
        label=phrase("Limit"),
        zero=phrase("20, or 15 for two"),
    ),
    Option(
        "folded_out",
        False,
        phrase("folded players' cards do not count for highest and lowest (S1)"),
        label=phrase("Folded cards are out"),
    ),
    Option(
        "both",
        False,
        phrase("the owner of two winning cards scores both (S6)"),
        label=phrase("Two winning cards score twice"),
    ),
    Option(
        "dealer",
        0,
        phrase("the seat that deals first, 0 to draw lots (S16)"),
        bounds=(0, 3),
        label=phrase("First dealer"),
        zero=phrase("by lot"),
    ),
    Option(
        "cards",
        "dealt",
        phrase("dealt by the program, or real ones on your own table, pressed as they lie (S25)"),
        choices=("dealt", "real"),
        label=phrase("Cards"),
        said=(phrase("dealt here"), phrase("real ones, on your table")),
    ),
    Option(
        "names",
        "",
        phrase("with real cards who plays, to the left (S25), such as Ann, Ben, Cleo"),
        label=phrase("Players"),
    ),
    Option(
        "table",
        "",
        phrase("other stars and conditions, as a text (S23)"),
        examples=(CARD_TABLE,),
        rows=8,
        label=phrase("Other conditions"),
    ),
)

AIDS = (
    Aid(
        "conditions",
        phrase("the conditions still possible, and whether you would win by each"),
        label=phrase("Conditions"),
    ),
    Aid(
        "standing",
        phrase("the sum on the table, and who passed in a row"),
        label=phrase("Standing"),
    ),
)

LIMITS = {2: 15, 3: 20}


class Suspense(Game):
    """Suspense with its options chosen.

    >>> game = Suspense(seats=3, goal=0, dealer=1)
    >>> game.start().actors()
    (-1,)
    """

    typed_as: ClassVar[Mapping[str, str]] = dict(zip(words.WORDS, NAMES, strict=True))
    facts: ClassVar[Facts] = Facts(
        name="suspense",
        title="Suspense",
        summary=phrase(
            "Win by a condition that only the dealer knows, or fold before it is too late."
        ),
        designers="Daniel Solis",
        seats=(2, 3),
        usual_seats=3,
        minutes=10,
        options=OPTIONS,
        moves=MOVES,
        view=SuspenseView,
        rules_version=2,
        earlier=(Earlier(1),),  # its draws had other names
        points=(0, 67),
        worlds="exact",
        aids=AIDS,
    )
    actions = ACTIONS

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)
        chosen = self.options
        self.real = chosen["cards"] == "real"
        self.players = players_of(str(chosen["names"]), *self.facts.seats, usual=3)
        if chosen["names"] and not self.real:
            raise BadOption(phrase("Only with real cards are the players named here."))
        many = len(self.players) if self.real else self.seats
        dealer = int(chosen["dealer"]) - 1
        if dealer >= many:
            raise BadOption(
                phrase("Seat {n} cannot deal: there are {seats} seats.", n=dealer + 1, seats=many)
            )
        self.card_table = read_table(str(chosen["table"]).strip())
        self.setting = Setting(
            seats=many,
            faces=self.card_table.faces,
            goal=int(chosen["goal"]),
            limit=int(chosen["limit"]) or LIMITS[many],
            folded_out=bool(chosen["folded_out"]),
            both=bool(chosen["both"]),
            dealer=dealer,
        )
        self.longest = longest(self.setting)
        if self.real:
            self.actions = ACTIONS_BESIDE
            self.longest = beside.longest(self.setting)

    @classmethod
    def seats_with(cls, options: Mapping[str, OptionValue]) -> tuple[int, int]:
        """Real cards are pressed on one phone, or on several that share its seat (S25)."""
        return (1, 1) if options["cards"] == "real" else cls.facts.seats

    @property
    def judged(self) -> bool:
        """Hands are known where they are dealt (S25)."""
        return not self.real

    def start(self) -> SuspenseState:
        """Before the first deal."""
        if self.real:
            return beside.BesideState(self.setting, self.players)
        return SuspenseState(self.setting)

    @property
    def worlds_known(self) -> WorldsKnown:
        """Beside real cards nothing is hidden that the program knows."""
        return "none" if self.real else "exact"

    def check_view(self, view: SuspenseView) -> None:
        """Beside real cards the view is reached anew by what was pressed."""
        check_view(self, view)
        if self.real:
            start = beside.BesideState(self.setting, self.players)
            check_reached(view, lambda: beside.play_again(start, view).view(view.seat))

    def aim(self) -> str:
        """What wins a round, in two sentences (S2, S10, S24)."""
        return phrase(
            "One card lies face down, and its condition decides the round. Own the card it asks "
            "for and score that card's stars (for a sum: those of the card face down); fold when "
            "you would lose and score 1."
        )

    def worlds(self, view: SuspenseView) -> Worlds:
        """Every secret card and every way the other hands can be."""
        return worlds.SuspenseWorlds(view)

    def state_from_world(self, view: SuspenseView, world: World) -> SuspenseState:
        """The state in which this world is true and the seat sees this view."""
        return worlds.state_from_world(self.setting, view, world)

    def play_again(self, view: SuspenseView, world: World) -> SuspenseState:
        """The same state, reached from the start by moves that the rules allow."""
        return worlds.play_again(self.setting, view, world)

    def true_world(self, state: SuspenseState, seat: Seat) -> World:
        """The world that is true, as ``worlds`` names it."""
        return worlds.true_world(state)

    subject = "table"

    @classmethod
    def option_in_words(cls, name: str, value: OptionValue) -> str:
        """A card table by its title, if it has one."""
        title = read_table(str(value)).title if name == "table" else ""
        return title or super().option_in_words(name, value)

    def printed_cards(self) -> Sequence[PrintedCard]:
        """The thirteen cards as they are at this table, and aids."""
        from facedown.games.suspense.paper.deck import deck

        return deck(self.setting, self.card_table.words)

    def witness(
        self, before: SuspenseState, seat: Seat, action: Action, after: SuspenseState, viewer: Seat
    ) -> Event:
        """One move for one viewer."""
        if isinstance(before, beside.BesideState):
            assert isinstance(after, beside.BesideState)
            return beside_words.witness(before, seat, action, after)
        return words.witness(before, seat, action, after, viewer)

    def ending(self, view: SuspenseView) -> Ending:
        """How a finished game ended, in points."""
        return beside_words.ending(view) if view.beside else words.ending(view)

    in_brief = staticmethod(words.in_brief)
    day_result = staticmethod(words.day_result)

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue]:
        """One round of two, dealt by whoever opened it and, every other day, by the other."""
        return {"goal": 0, "dealer": 1 + date.weekday() % 2}

    @classmethod
    def day_in_words(cls, options: Mapping[str, OptionValue]) -> str:
        """A round, and who deals it."""
        if options["dealer"] == 1:
            return phrase("one round, you deal")
        return phrase("one round, the other deals")

    def show(self, view: SuspenseView) -> str:
        """The table in words."""
        return beside_words.show(view) if view.beside else words.show(view)

    def read(self, text: str, view: SuspenseView) -> Move:
        """The move that a typed line means."""
        return beside_words.read(text, view) if view.beside else words.read(text, view)

    def typed(self, move: Move) -> str:
        """A move as it is typed; players count from 1."""
        return beside_words.typed(move) or super().typed(move)

    def prompt(self, view: SuspenseView) -> str:
        """One line that says what can be done now."""
        return beside_words.prompt(view) if view.beside else words.prompt(view)

    @classmethod
    def workshop(cls) -> Workshop:
        """The card table editor."""
        from facedown.games.suspense.studio.workshop import CardTableEditor  # only to make tables

        return CardTableEditor()

    def aid(self, name: str, view: SuspenseView, notes: Sequence[str]) -> str:
        """One of the aids, in words."""
        say = aids.AID_WORDS.get(name)
        if say is None:
            return super().aid(name, view, notes)
        told = say(view)
        return named(told, called(view.beside.players)) if view.beside else told

    aid_marks = staticmethod(aids.aid_marks)
