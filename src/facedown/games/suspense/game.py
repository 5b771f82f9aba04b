"""Suspense as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from facedown.core.errors import BadOption
from facedown.core.facts import Aid, Earlier, Facts, Option, OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.core.worlds import World, Worlds
from facedown.games.suspense import words, worlds
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.help import aids
from facedown.games.suspense.moves import ACTIONS, MOVES
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
        zero=phrase("as usual"),
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
        dealer = int(chosen["dealer"]) - 1
        if dealer >= self.seats:
            raise BadOption(
                phrase(
                    "Seat {n} cannot deal: there are {seats} seats.", n=dealer + 1, seats=self.seats
                )
            )
        self.card_table = read_table(str(chosen["table"]).strip())
        self.setting = Setting(
            seats=self.seats,
            faces=self.card_table.faces,
            goal=int(chosen["goal"]),
            limit=int(chosen["limit"]) or LIMITS[self.seats],
            folded_out=bool(chosen["folded_out"]),
            both=bool(chosen["both"]),
            dealer=dealer,
        )
        self.longest = longest(self.setting)

    def start(self) -> SuspenseState:
        """Before the first deal."""
        return SuspenseState(self.setting)

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

    witness = staticmethod(words.witness)
    ending = staticmethod(words.ending)
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

    show = staticmethod(words.show)
    read = staticmethod(words.read)
    prompt = staticmethod(words.prompt)

    @classmethod
    def workshop(cls) -> Workshop:
        """The card table editor."""
        from facedown.games.suspense.studio.workshop import CardTableEditor  # only to make tables

        return CardTableEditor()

    def aid(self, name: str, view: SuspenseView, notes: Sequence[str]) -> str:
        """One of the aids, in words."""
        say = aids.AID_WORDS.get(name)
        return super().aid(name, view, notes) if say is None else say(view)

    aid_marks = staticmethod(aids.aid_marks)
