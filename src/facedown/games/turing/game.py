"""Turing Machine as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from facedown.core.beside import check_reached
from facedown.core.errors import BadOption
from facedown.core.facts import Aid, AidMark, Earlier, Facts, Option, OptionValue, WorldsKnown
from facedown.core.game import Game, check_view
from facedown.core.messages import Catalogue, joined, phrase
from facedown.core.seats import Seat
from facedown.core.worlds import World, Worlds
from facedown.games.turing import words, worlds
from facedown.games.turing.beside import BesideState, state_of
from facedown.games.turing.moves import ACTIONS, MEND, MOST_ROUNDS, MOVES
from facedown.games.turing.problem import (
    DIFFICULTIES,
    DIFFICULTY_WORDS,
    MODE_WORDS,
    MODES,
    VERIFIER_NAMES,
    Difficulty,
    Mode,
    Problem,
    ProblemWorlds,
    worlds_of,
)
from facedown.games.turing.rules import Setting, TuringState
from facedown.games.turing.studio.problem_text import read_problem
from facedown.games.turing.view import TuringView

if TYPE_CHECKING:
    import datetime as dt

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Workshop

OPTIONS = (
    Option(
        "mode",
        "classic",
        phrase("how many cards a verifier has and what is known (T3)"),
        choices=MODES,
        said=(
            phrase("Classic: one card each"),
            phrase("Extreme: two cards, one holds"),
            phrase("Nightmare: mixed up"),
        ),
        label=phrase("Mode"),
    ),
    Option(
        "difficulty",
        "easy",
        phrase("which cards are drawn from (T4)"),
        choices=DIFFICULTIES,
        said=tuple(DIFFICULTY_WORDS.values()),
        label=phrase("Difficulty"),
    ),
    Option(
        "verifiers",
        4,
        phrase("how many verifiers are drawn (T2)"),
        choices=(4, 5, 6),
        label=phrase("Verifiers"),
    ),
    Option(
        "cards",
        "",
        phrase(
            "these very cards instead of drawn ones (T3), such as 4,9,11,14 or 4+9,11+14,… in "
            "Extreme"
        ),
        pattern=r"[0-9+, ]*|[\s\S]*=[\s\S]*",
        form=phrase("card numbers such as 4,9,11,14"),
        examples=("4,9,11,14",),
        label=phrase("These very cards"),
    ),
    Option(
        "play",
        "race",
        phrase("each for oneself (T7), or one shared sheet (T8)"),
        choices=("race", "cooperative"),
        said=(phrase("a race"), phrase("together")),
        label=phrase("Play"),
    ),
    Option(
        "machine",
        "exact",
        phrase("how well the Machine plays against one sheet (T8)"),
        choices=("beginner", "careful", "exact"),
        said=(phrase("beginner"), phrase("careful"), phrase("exact")),
        label=phrase("The Machine"),
    ),
    Option(
        "answers",
        "program",
        phrase(
            "given by the program, or by a real machine on your table, written down as they are "
            "heard (T14)"
        ),
        choices=("program", "real"),
        said=(phrase("given here"), phrase("by a real machine, on your table")),
        label=phrase("Answers"),
    ),
    Option(
        "handicap",
        "",
        phrase("questions each seat has fewer in round 1 (T9), such as 1,0 for two seats"),
        pattern=r"([0-2](,[0-2])*)?",
        form=phrase("a number from 0 to 2 for each seat, such as 1,0"),
        examples=("1,0",),
        label=phrase("Handicap"),
    ),
    Option(
        "one_code",
        False,
        phrase("draw problems that need no question too (T5)"),
        label=phrase("Any problem"),
    ),
    Option(
        "codes",
        2,
        phrase("draw only problems in which so many codes are possible at first (T5)"),
        bounds=(2, 12),
        label=phrase("Possible codes at least"),
    ),
    Option(
        "rounds",
        20,
        phrase("after how many rounds the game ends unsolved (T12)"),
        bounds=(1, MOST_ROUNDS),
        label=phrase("Rounds"),
    ),
)

DAILY: tuple[tuple[Difficulty, int], ...] = (
    ("easy", 4),
    ("easy", 5),
    ("standard", 4),
    ("standard", 5),
    ("hard", 4),
    ("hard", 5),
    ("hard", 6),
)
"""How hard the daily puzzle is, from Monday on, and its number of verifiers."""

AIDS = (
    Aid("codes", phrase("the codes still possible"), phrase("Codes")),
    Aid(
        "verifiers",
        phrase("what each verifier can still be, and which answers excluded the rest"),
        phrase("Verifiers"),
    ),
    Aid("question", phrase("the most informative next question"), phrase("Question")),
    Aid("note", phrase("whether your notes agree with the answers"), phrase("Note")),
)


class TuringMachine(Game):
    """Turing Machine with its options chosen.

    >>> game = TuringMachine(cards="4,9,11,14")
    >>> game.start().actors()
    (-1,)
    """

    facts: ClassVar[Facts] = Facts(
        name="turing",
        title="Turing Machine",
        summary=phrase(
            "Find the one code that every verifier accepts, with fewer questions than others."
        ),
        designers=phrase("Fabien Gridel and Yoann Levet (Scorpion Masqué)"),
        seats=(1, 4),
        minutes=10,
        options=OPTIONS,
        moves=MOVES,
        view=TuringView,
        rules_version=2,
        earlier=(Earlier(1),),  # its draws had other names
        points=(0, 1),
        simultaneous=True,
        worlds="exact",
        aids=AIDS,
    )
    actions = ACTIONS

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)
        chosen = self.options
        mode = cast(Mode, chosen["mode"])
        self.setting = Setting(
            seats=self.seats,
            mode=mode,
            cooperative=chosen["play"] == "cooperative" and self.seats > 1,
            handicap=self._handicap(
                str(chosen["handicap"]), cooperative=chosen["play"] == "cooperative"
            ),
            most_rounds=int(chosen["rounds"]),
            problem=_chosen_problem(str(chosen["cards"]), mode),
            may_lay=self._may_lay,
            lay_out=self._lay_out,
            machine=self._machine,
        )
        self.real = chosen["answers"] == "real"
        if self.real and self.setting.problem is None:
            raise BadOption(phrase("Say which criteria cards lie at the machine on your table."))
        self._first = BesideState(self.setting) if self.real else TuringState(self.setting)
        if self.real:
            self.actions = MEND + len(VERIFIER_NAMES) * self.setting.most_rounds
        # in a round each seat proposes, asks up to three times or stops, and declares; beside
        # a real machine it may mend each answer, and says whether its code is right
        self.longest = 3 + self.setting.most_rounds * self.seats * (10 if self.real else 6)

    @property
    def judged(self) -> bool:
        """The laws are known where the program answers (T14)."""
        return not self.real

    @property
    def worlds_known(self) -> WorldsKnown:
        """What others heard from a real machine may be anything."""
        return "none" if self.real else "exact"

    def check_view(self, view: TuringView) -> None:
        """Beside a real machine there is to be a state that has this view."""
        check_view(self, view)
        if self.real:
            check_reached(view, lambda: state_of(self.setting, view).view(view.seat))

    @property
    def together(self) -> bool:
        """Whether all are looking for one code (the cooperative variant)."""
        return self.setting.cooperative

    def _handicap(self, listed: str, *, cooperative: bool) -> tuple[int, ...]:
        if not listed:
            return (0,) * self.seats
        handicap = tuple(map(int, listed.split(",")))
        if len(handicap) != self.seats:
            raise BadOption(
                phrase(
                    "The handicap names {named} seats; there are {seats}.",
                    named=len(handicap),
                    seats=self.seats,
                )
            )
        if cooperative and any(handicap[1:]):
            raise BadOption(
                phrase(
                    "In a cooperative game only Seat 1, who asks in round 1, can have a handicap."
                )
            )
        return handicap

    def _lay_out(self, rng: random.Random) -> Problem:
        from facedown.games.turing.studio.generate import generate

        problem, _ = generate(
            self.setting.mode,
            cast(Difficulty, self.options["difficulty"]),
            int(self.options["verifiers"]),
            rng,
            least=self._fewest_codes,
        )
        return problem

    def _may_lay(self, problem: Problem) -> bool:
        chosen = self.options
        if (problem.difficulty, problem.verifiers) != (chosen["difficulty"], chosen["verifiers"]):
            return False
        worlds = worlds_of(problem)
        return len(worlds.codes(worlds.everything)) >= self._fewest_codes

    @property
    def _fewest_codes(self) -> int:
        """How many codes a drawn problem admits at least (T5)."""
        codes = int(self.options["codes"])
        return 1 if codes == 2 and self.options["one_code"] else codes

    def _machine(self, problem: ProblemWorlds, world: int) -> tuple[int, int]:
        from facedown.games.turing.machine import machine_effort

        return machine_effort(problem, world, str(self.options["machine"]))

    def start(self) -> TuringState:
        """Nothing on the table yet, or the chosen cards."""
        return self._first.clone()

    def worlds(self, view: TuringView) -> Worlds:
        """Every choice of laws the seat's answers leave, and every secret of the other seats."""
        return worlds.TuringWorlds(view)

    def state_from_world(self, view: TuringView, world: World) -> TuringState:
        """The state in which this world is true and the seat sees this view."""
        return worlds.state_from_world(self.setting, view, world)

    def play_again(self, view: TuringView, world: World) -> TuringState:
        """The same state, reached from the start by moves that the rules allow."""
        return worlds.play_again(self.setting, view, world)

    def true_world(self, state: TuringState, seat: Seat) -> World:
        """The world that is true, as ``worlds`` names it."""
        return worlds.true_world(state, seat)

    subject = "cards"
    more_printed: ClassVar[Mapping[str, str]] = {"machine": phrase("A machine of paper")}

    def printed_cards(self) -> Sequence[PrintedCard]:
        """The criteria cards."""
        from facedown.games.turing.paper.deck import deck

        return deck()

    def printed(
        self, paper: str, what: str = "", catalogue: Catalogue | None = None, seed: str = "0"
    ) -> bytes:
        """A machine of paper: the problem that a seed draws, with grids that answer."""
        if what != "machine":
            return super().printed(paper, what)
        from facedown.games.turing.paper.machine import machines_pdf, paper_machine

        return machines_pdf(type(self), [paper_machine(self, seed)], paper)

    @classmethod
    def bound(
        cls,
        games: Sequence[Game],
        paper: str,
        catalogue: Catalogue | None = None,  # noqa: ARG003  # it is spoken
        seed: str = "0",
    ) -> bytes:
        """Machines of paper as a book, the solutions of all at the end."""
        from facedown.games.turing.paper.machine import machines_pdf, paper_machine

        machines = [paper_machine(one, f"{seed}/{number}") for number, one in enumerate(games)]
        return machines_pdf(cls, machines, paper, book=True)

    @classmethod
    def options_named(cls, word: str) -> Mapping[str, OptionValue]:
        """The cards, and the mode where a text in TOML says it."""
        mode = read_problem(word).mode
        return {"cards": word, **({} if mode is None else {"mode": mode})}

    @classmethod
    def option_in_words(cls, name: str, value: OptionValue) -> str:
        """A problem that is a text by its title, or by its cards."""
        if name != "cards" or "=" not in str(value):
            return super().option_in_words(name, value)
        found = read_problem(str(value))
        return found.title or found.cards

    witness = staticmethod(words.witness)
    show = staticmethod(words.show)
    read = staticmethod(words.read)
    typed = staticmethod(words.typed)
    prompt = staticmethod(words.prompt)

    def aid(self, name: str, view: TuringView, notes: Sequence[str]) -> str:
        """One of the hints, in words."""
        from facedown.games.turing.help.hints import hint

        return hint(name, view, notes)

    def aid_marks(self, name: str, view: TuringView, notes: Sequence[str]) -> Sequence[AidMark]:
        """Laws, digits and verifiers, by the names that ``marks.py`` gives them."""
        from facedown.games.turing.help.marks import marks

        return marks(name, view, notes)

    in_brief = staticmethod(words.in_brief)
    day_result = staticmethod(words.day_result)
    took_in_words = staticmethod(words.took_in_words)
    ending = staticmethod(words.ending)

    def check_note(self, text_: str, view: TuringView) -> str:
        """A note, tidied where it strikes out a digit or a law."""
        from facedown.games.turing.help.notes import tidy

        return tidy(text_, view)

    @classmethod
    def one_click(cls) -> Mapping[str, OptionValue]:
        """A problem in which something is to be found out (T5)."""
        return {"codes": 12}

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue]:
        """A puzzle for one: easier on Mondays, six verifiers on Sundays."""
        difficulty, verifiers = DAILY[date.weekday()]
        return {"difficulty": difficulty, "verifiers": verifiers}

    @classmethod
    def day_in_words(cls, options: Mapping[str, OptionValue]) -> str:
        """Its number of verifiers."""
        return phrase("{n} verifiers", n=options["verifiers"])

    @classmethod
    def rulebook(cls) -> str:
        """The rules, with every criteria card."""
        return joined("\n", [super().rulebook(), words.cards_in_rules(), ""])

    @classmethod
    def workshop(cls) -> Workshop:
        """Problems: the cards and the mode."""
        from facedown.games.turing.studio.workshop import ProblemEditor

        return ProblemEditor()


def _chosen_problem(cards: str, mode: Mode) -> ProblemWorlds | None:
    if not cards:
        return None
    text = read_problem(cards)
    if text.mode is not None and text.mode != mode:
        raise BadOption(
            phrase("These cards are for the mode {mode}: choose it.", mode=MODE_WORDS[text.mode])
        )
    problem = Problem.parse(text.cards, mode)
    worlds = worlds_of(problem)
    if not worlds.size:
        raise BadOption(
            phrase(
                "The cards {cards} make no problem: no laws fit exactly one code.",
                cards=problem.text,
            )
        )
    return worlds
