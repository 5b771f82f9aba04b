"""Mystery Machine as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from facedown.core.errors import BadOption, BadRecord, FacedownError
from facedown.core.facts import Aid, Facts, Option, OptionValue, WorldsKnown
from facedown.core.game import IMPOSSIBLE, Game, check_view
from facedown.core.messages import Catalogue, phrase, separated
from facedown.core.seats import Seat
from facedown.core.workshop import Ready, Section
from facedown.core.worlds import World, Worlds
from facedown.games.mystery import words, worlds
from facedown.games.mystery.cards import NAMES, WORDS
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.moves import BUY, MOVES, WAYS, normal_form
from facedown.games.mystery.paper.sheets import cover_of, sheets, whole_book
from facedown.games.mystery.rules import MysteryState, Setting, longest
from facedown.games.mystery.studio.library import (
    LEVELS,
    PRINTED,
    BookPage,
    book_puzzle,
    entries_of,
    entry_words,
    find_puzzle,
    name_of_day,
    par_words,
    printed_puzzle,
    puzzle_words,
)
from facedown.games.mystery.studio.texts import counted_from, title_words
from facedown.games.mystery.view import MysteryView
from facedown.paper.press import PAPERS

if TYPE_CHECKING:
    import datetime as dt

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Standpoint, Workshop

OPTIONS = (
    Option(
        "puzzle",
        PRINTED[0],
        phrase("the puzzle: a name, a share code, or a whole puzzle as a text (M16)"),
        examples=(*PRINTED[1:], "1d6MAbqiAJQAWRai0iYkzui-TCvuPZg"),
        rows=4,
        label=phrase("Puzzle"),
    ),
    Option(
        "play",
        "race",
        phrase("each for oneself, or one shared hand (M12)"),
        choices=("race", "team"),
        label=phrase("Play"),
        said=(phrase("a race"), phrase("as a team")),
    ),
    Option(
        "redo",
        "",
        phrase("a layout that was dealt before, as practice (M13)"),
        label=phrase("Practice"),
    ),
    Option(
        "cards",
        "dealt",
        phrase("low cards dealt by the program, or real ones on your own table (M18)"),
        choices=("dealt", "real"),
        label=phrase("Low cards"),
        said=(phrase("dealt here"), phrase("real ones, on your table")),
    ),
)

AIDS = (
    Aid(
        "mystery", phrase("what the mystery can still be, and how likely"), label=phrase("Mystery")
    ),
    Aid("pile", phrase("which pile tells most"), label=phrase("Pile")),
    Aid("why", phrase("which answers exclude what"), label=phrase("Why")),
    Aid(
        "note",
        phrase("whether your pencil marks agree with what was shown"),
        label=phrase("Note"),
    ),
)


OWN_PARTS: Final = (
    "hand",
    "picks",
    "questions",
    "named",
    "left",
    "picks_left",
    "low_left",
    "offer",
)
"""What a view of a race shows of its seat's own sheet."""


class MysteryMachine(Game):
    """Mystery Machine with its options chosen.

    >>> game = MysteryMachine(puzzle="one-two-three")
    >>> game.start().actors()
    (-1,)
    """

    typed_as: ClassVar[Mapping[str, str]] = dict(zip(WORDS, NAMES, strict=True))
    facts: ClassVar[Facts] = Facts(
        name="mystery",
        title="Mystery Machine",
        summary=phrase("Pay with low cards for a look at the right ones, and name the card in A1."),
        designers="koodikulma.fi",
        seats=(1, 4),
        usual_seats=1,
        minutes=15,
        options=OPTIONS,
        moves=MOVES,
        view=MysteryView,
        rules_version=1,
        points=(0, 34),
        simultaneous=True,
        worlds="exact",
        aids=AIDS,
    )

    subject = "puzzle"
    papers = tuple(PAPERS)
    more_printed: ClassVar[Mapping[str, str]] = {
        "solution": phrase("Print the solution"),
        "book": phrase("Print all of it"),
    }

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)
        puzzle = find_puzzle(str(self.options["puzzle"]))
        redo, start = str(self.options["redo"]), counted_from(puzzle)
        self.setting = Setting(
            seats=self.seats,
            puzzle=puzzle,
            shared=self.seats == 1 or self.options["play"] == "team",
            redo=dealing_of(puzzle).dealt_by(redo, start) if redo else None,
            counted_from=start,
            real=self.options["cards"] == "real",
        )
        if self.setting.real and self.seats > 1:
            raise BadOption(phrase("With real cards all play one hand: they share one seat."))
        self.actions = BUY + len(puzzle.piles) * WAYS
        self.longest = longest(self.setting)

    @property
    def together(self) -> bool:
        """Whether all have one hand (M12)."""
        return self.setting.shared

    def start(self) -> MysteryState:
        """Before the grid is laid."""
        return MysteryState(self.setting)

    def aim(self) -> str:
        """What wins, in two sentences (M6, M8)."""
        return phrase(
            "Sixteen cards lie face down, every row one rank and every column one suit; name the "
            "mystery card. Collect low cards, one of two at a time, and pay with them to have the "
            "piles turn up cards."
        )

    @property
    def worlds_known(self) -> WorldsKnown:
        """Exact with one sheet; sampled in a race, where others have hands of their own."""
        return "exact" if self.setting.shared else "sampled"

    def worlds(self, view: MysteryView) -> Worlds:
        """Every layout, outcome of shuffles and removed mystery that the answers leave."""
        if self.setting.shared:
            return worlds.MysteryWorlds(view)
        return worlds.RaceWorlds(self.setting, view)

    def state_from_world(self, view: MysteryView, world: World) -> MysteryState:
        """The state in which this world is true and the seat sees this view."""
        if self.setting.shared:
            return worlds.state_from_world(self.setting, view, world)
        return worlds.state_from_race_world(self.setting, view, world)

    normal_form = staticmethod(normal_form)

    def check_view(self, view: MysteryView) -> None:
        """Raises ``BadRecord`` unless the rules lead to what this seat has seen, move by move.

        In a race its own sheet is played again by itself; of the others only what it can be told is
        looked at.
        """
        setting = self.setting
        if view.puzzle != setting.puzzle or view.dealt > len(setting.dealing.steps):
            raise BadRecord(IMPOSSIBLE.format("it is of another puzzle"))
        check_view(self, view)
        if setting.shared:
            return
        problem = BadRecord(IMPOSSIBLE.format("no play leads to it"))
        own = view.questions is not None
        if own != (view.seat >= 0) or view.team:
            raise problem
        if not own or view.truth is not None or view.phase in ("dealing", "waiting"):
            return
        try:
            again = worlds.seen_alone(setting, view)
        except (FacedownError, ValueError, LookupError, StopIteration, AssertionError):
            raise problem from None
        if any(getattr(again, part) != getattr(view, part) for part in OWN_PARTS):
            raise problem
        if view.seat in view.actors and again.legal != view.legal:
            raise problem

    def play_again(self, view: MysteryView, world: World) -> MysteryState:
        """The same state, by moves that the rules allow; ``check_view`` plays those of a race."""
        if self.setting.shared:
            return worlds.play_again(self.setting, view, world)
        return self.state_from_world(view, world)

    def true_world(self, state: MysteryState, seat: Seat) -> World:
        """The world that is true, as ``worlds`` names it."""
        return state.deal if self.setting.shared else worlds.race_world(state)

    witness = staticmethod(words.witness)
    show = staticmethod(words.show)
    read = staticmethod(words.read)
    typed = staticmethod(words.typed)
    read_back = staticmethod(words.read_back)
    prompt = staticmethod(words.prompt)

    def aid(self, name: str, view: MysteryView, notes: Sequence[str]) -> str:
        """One of the hints, in words."""
        from facedown.games.mystery.help.hints import hint

        return hint(name, view, notes)

    def check_note(self, text_: str, view: MysteryView) -> str:
        """A note, tidied where it is a pencil mark or a savepoint."""
        from facedown.games.mystery.help.notes import tidy

        return tidy(text_, view.puzzle)

    in_brief = staticmethod(words.in_brief)
    day_result = staticmethod(words.day_result)
    took_in_words = staticmethod(words.took_in_words)
    ending = staticmethod(words.ending)

    def strategy(self, steps: Sequence[str], ask: str = "", depth: int = 1) -> Standpoint:
        """Which pile is best to ask after these answers, and what may follow (M10)."""
        from facedown.games.mystery.help.strategy import moment_after

        return moment_after(self.setting.puzzle, steps, ask, depth)

    def steps(self, view: MysteryView) -> Sequence[str]:
        """What the piles have shown to this seat, in order."""
        questions = view.questions or ()
        return [f"{one.pile}={one.answer}" for one in questions if one.answer is not None]

    def printed_cards(self) -> Sequence[PrintedCard]:
        """A whole deck with jokers, tokens and the stone."""
        from facedown.games.mystery.paper.deck import deck

        return deck()

    def printed(
        self, paper: str, what: str = "", catalogue: Catalogue | None = None, seed: str = "0"
    ) -> bytes:
        """The puzzle on a sheet, to be laid out and played with a deck of cards."""
        if what == "book":
            return whole_book(paper, catalogue=catalogue)
        if what == "solution":
            return sheets(
                [self.setting.puzzle], paper, pages=False, solutions=True, catalogue=catalogue
            )
        if what:
            return super().printed(paper, what)
        return sheets([self.setting.puzzle], paper, catalogue=catalogue)

    @classmethod
    def bound(
        cls,
        games: Sequence[Game],
        paper: str,
        catalogue: Catalogue | None = None,
        seed: str = "0",  # noqa: ARG003  # nothing is drawn by lot
    ) -> bytes:
        """Puzzles of one's own as a book, with their solutions at the end."""
        puzzles = [one.setting.puzzle for one in games if isinstance(one, MysteryMachine)]
        return sheets(puzzles, paper, solutions=True, cover=cover_of(puzzles), catalogue=catalogue)

    @classmethod
    def workshop(cls) -> Workshop:
        """Puzzles: tokens, prices, mods and twists, with their par."""
        from facedown.games.mystery.studio.workshop import PuzzleStudio

        return PuzzleStudio()

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue]:
        """A puzzle that the search found, harder from Monday to Sunday."""
        return {"puzzle": name_of_day(date)}

    @classmethod
    def option_in_words(cls, name: str, value: OptionValue) -> str:
        """A puzzle that comes with the game by its title, one of the days' by its number."""
        if name == "puzzle":
            return puzzle_words(str(value))
        return super().option_in_words(name, value)

    @classmethod
    def collection(cls) -> Sequence[Section]:
        """The puzzles of the rulebook, and those of the book by level."""
        printed = [(name, printed_puzzle(name)) for name in PRINTED]
        rulebook = (
            Ready(name, title_words(one), phrase("par {par}", par=par_words(one)))
            for name, one in printed
        )
        return (
            Section(phrase("The rulebook's"), "puzzle", tuple(rulebook), PAR_MEANS),
            *(
                Section(title, "puzzle", tuple(map(_ready, entries_of(level))))
                for level, title in enumerate(LEVELS, 1)
            ),
        )


PAR_MEANS: Final = phrase(
    "Par is how many questions best play needs on average. Then it says how often the bot named "
    "strong wins."
)


def _ready(entry: BookPage) -> Ready:
    wins = phrase(
        "strong wins {share:.0f} ± {error:.0f} %", share=100 * entry.right, error=100 * entry.error
    )
    if entry.right == 1:
        wins = phrase("strong wins all of {deals} deals", deals=entry.deals)
    told = separated((entry_words(entry), wins))
    return Ready(entry.name, title_words(book_puzzle(entry.name)), told)
