"""SOLVER as a game: its facts, options, and the rooms of this folder put together."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from facedown.core.errors import BadOption, FacedownError, NotListed
from facedown.core.facts import Aid, Earlier, Facts, Option, OptionValue, WorldsKnown
from facedown.core.game import Game
from facedown.core.messages import phrase, phrase_in
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.worlds import World, Worlds
from facedown.deduce.rules.catalogue import VERSION, catalogue, entry_of
from facedown.deduce.rules.speech import RULE
from facedown.games.solver import reading, words, worlds
from facedown.games.solver.judging import level_rules, possible, warm_up
from facedown.games.solver.moves import ACTIONS, MOST_PLAYS, MOVES, Correct, Guess, Write
from facedown.games.solver.rules import Setting, SolverState, longest
from facedown.games.solver.said import rule_in_words
from facedown.games.solver.view import SolverView, answers_of, may_guess, slip_of, track_of

if TYPE_CHECKING:
    import datetime as dt

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Workshop

DAILY: Final = (1, 1, 2, 2, 3, 4, 5)
"""The level of the rule of a day, from Monday on."""

OPTIONS = (
    Option(
        "mode",
        "cooperative",
        phrase("all together with eight lives (R11), the first to find the rule, or rounds (R10)"),
        choices=("cooperative", "casual", "competitive"),
        label=phrase("Mode"),
        said=(
            phrase("all together"),
            phrase("who finds it first"),
            phrase("rounds with points"),
        ),
    ),
    Option(
        "master",
        "program",
        phrase(
            "the program draws the rule; a player writes it, "
            "or says it in free words and judges (R16)"
        ),
        choices=("program", "player", "free"),
        label=phrase("Master"),
        said=(phrase("the program"), phrase("a player"), phrase("a player, in free words")),
    ),
    Option(
        "level",
        1,
        phrase(
            "how hard the rule is that the program draws: 1 is about the card alone, 2 about the "
            "card before it too, 3 has two conditions, 4 three or cards further back, 5 more (R13)"
        ),
        bounds=(1, 5),
        label=phrase("Level of the rule"),
    ),
    Option(
        "cards",
        "dealt",
        phrase(
            "dealt by the program, or real ones on your own table, pressed as they are played (R20)"
        ),
        choices=("dealt", "real"),
        label=phrase("Cards"),
        said=(phrase("dealt here"), phrase("real ones, on your table")),
    ),
)

AIDS = (
    Aid("rules", phrase("which rules can still be, by kind"), label=phrase("Rules")),
    Aid("card", phrase("which card of your hand tells most, and why"), label=phrase("Card")),
    Aid(
        "last", phrase("what the newest card or answer ruled out"), label=phrase_in("hint", "Last")
    ),
)


class Solver(Game):
    """SOLVER with its options chosen.

    >>> game = Solver(seats=2, master="player")
    >>> game.start().actors()
    (0,)
    """

    formal: ClassVar[Mapping[str, Callable[[str], str]]] = {RULE: rule_in_words}
    facts: ClassVar[Facts] = Facts(
        name="solver",
        title="SOLVER",
        summary=phrase("Play cards, see which of them fit, and find the secret rule behind it."),
        designers="Gustavo Lira",
        seats=(1, 6),
        usual_seats=2,
        minutes=20,
        options=OPTIONS,
        moves=MOVES,
        view=SolverView,
        rules_version=VERSION,
        earlier=tuple(  # they answered some guesses otherwise (R6)
            Earlier(version, rules="kept", same_draws=True) for version in range(1, VERSION)
        ),
        points=(-3, MOST_PLAYS),
        simultaneous=True,
        open_moves=True,
        worlds="sampled",
        aids=AIDS,
    )
    actions = ACTIONS
    answers: ClassVar[int] = VERSION
    """The rules version by which guesses are answered (R6)."""

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)
        chosen = self.options
        self.setting = Setting(
            self.seats,
            str(chosen["mode"]),
            str(chosen["master"]),
            int(chosen["level"]),
            real=chosen["cards"] == "real",
            version=self.answers,
        )
        many = len(self.setting.investigators(self.setting.master_of(0)))
        if not many:
            raise BadOption(phrase("With a player as the Master SOLVER takes 2 to 6 seats, not 1."))
        if self.setting.real:
            self._check_real(many)
        elif many < 2 and self.setting.mode != "cooperative":
            mode = words.MODE_WORDS[self.setting.mode]
            raise BadOption(
                phrase("{mode} takes at least 2 Investigators beside the Master.", mode=mode)
            )
        self.longest = longest(self.setting)

    def _check_real(self, many: int) -> None:
        """Real cards are pressed on one phone, or on several that share its seat (R20)."""
        if many > 1:
            raise BadOption(
                phrase("With real cards all Investigators share one seat, beside a Master if any.")
            )
        if self.setting.by_hand or self.setting.competitive:
            raise BadOption(
                phrase(
                    "With real cards the program judges, in a game that is Cooperative or Casual."
                )
            )

    @classmethod
    def under(cls, rules: int) -> type[Game]:
        """The same; under an earlier rules version the Master's answers of then."""
        return FORMER.get(rules) or super().under(rules)

    @property
    def together(self) -> bool:
        """Whether all look for the rule together (R11)."""
        return self.setting.mode == "cooperative"

    def start(self) -> SolverState:
        """Before there is a rule."""
        return SolverState(self.setting)

    def warm_up(self) -> None:
        """Loads what a guess outside the catalogue is answered by (R6)."""
        warm_up()

    def warm_up_aids(self) -> None:
        """Builds and loads the large space, by which aids go where a person wrote the rule."""
        from facedown.games.solver.help.hints import warm_up

        warm_up()

    def aim(self) -> str:
        """What wins, in two sentences."""
        return phrase(
            "A secret rule says which cards are accepted. Play cards, see what becomes of them, "
            "and say the rule before 25 cards are played."
        )

    @property
    def worlds_known(self) -> WorldsKnown:
        """Sampled where the program drew the rule; nothing is known of what a person writes."""
        return "sampled" if self.setting.master == "program" else "none"

    def worlds(self, view: SolverView) -> Worlds:
        """Every rule of the level with every way the cards can have gone."""
        if self.worlds_known == "none":
            raise FacedownError(phrase("Nothing is known of a rule that a person wrote."))
        return worlds.SolverWorlds(self.setting, view)

    def state_from_world(self, view: SolverView, world: World) -> SolverState:
        """The state in which this world is true and the seat sees this view."""
        return worlds.state_from_world(self.setting, view, world)

    def true_world(self, state: SolverState, seat: Seat) -> World:
        """The world that is true, as ``worlds`` names it."""
        return worlds.true_world(state)

    def open_chances(self, view: SolverView) -> Iterable[tuple[Move, int]]:
        """The law of rules at this table: those of its level, all alike (R13)."""
        if self.setting.by_hand:
            raise NotListed(phrase("What people can say in free words cannot be listed."))
        return self._rules(view)

    def draw_open(self, view: SolverView, rng: random.Random) -> Move | None:
        """A rule of the level, which can be said in free words too; or a corrected verdict."""
        slip = slip_of(view) if view.phase == "answer" and view.seat in view.actors else None
        if slip is not None:
            return Correct(accepted=not slip.accepted)
        rules = list(self._rules(view))
        moves, weights = [move for move, _ in rules], [weight for _, weight in rules]
        return rng.choices(moves, weights)[0] if moves else None

    def _rules(self, view: SolverView) -> Sequence[tuple[Move, int]]:
        """Every rule of the level as a move that is open to the seat now."""
        says = self._says(view)
        return [(says(rule), 1) for rule in level_rules(view.level)] if says else ()

    @staticmethod
    def _says(view: SolverView) -> type[Write | Guess] | None:
        """In which move the seat can say a rule now, if in any."""
        if view.seat not in view.actors:
            return None
        if view.phase == "rule":
            return Write
        return Guess if may_guess(view) else None

    @cached_property
    def open_numbers(self) -> int:
        """How many rules of the catalogue there are; read when it is first asked."""
        return len(catalogue())

    def open_numbered(self, view: SolverView) -> Mapping[int, Move]:
        """Rules of the catalogue by their numbers there, less one.

        To write, those of the level; to guess, those of the level, or else of any, that give every
        verdict and every answer so far.
        """
        says, rules = self._says(view), level_rules(view.level)
        if says is None:
            return {}
        if says is Guess:
            answers = () if self.setting.by_hand else answers_of(view)
            track = track_of(view)
            found = (
                possible(each, track, answers, version=self.answers)
                for each in (rules, level_rules())
            )
            rules = next(filter(None, found), rules)
        return _numbered(says, rules)

    def normal_form(self, move: Move) -> Move:
        """A written or guessed rule as its normal sentence, or free words on one line.

        What a seat says its guess is answered is no part of it.
        """
        if not isinstance(move, Write | Guess) or move.rule is None:
            return move
        return type(move)(reading.rule_form(self.setting.master, move.rule))

    witness = staticmethod(words.witness)
    show = staticmethod(words.show)
    read = staticmethod(reading.read)
    read_back = staticmethod(reading.read_back)

    def aid(self, name: str, view: SolverView, notes: Sequence[str]) -> str:
        """One of the hints, in words."""
        from facedown.games.solver.help.hints import hint

        del notes
        return hint(name, view)

    typed = staticmethod(words.typed)
    prompt = staticmethod(words.prompt)
    ending = staticmethod(words.ending)
    in_brief = staticmethod(words.in_brief)
    day_result = staticmethod(words.day_result)
    took_in_words = staticmethod(words.took_in_words)

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue]:
        """A rule for one with eight lives, harder from Monday to Sunday."""
        return {"mode": "cooperative", "level": DAILY[date.weekday()]}

    @classmethod
    def day_in_words(cls, options: Mapping[str, OptionValue]) -> str:
        """The level of its rule."""
        return phrase("level {n}, eight lives", n=options["level"])

    def printed_cards(self) -> Sequence[PrintedCard]:
        """The 64 cards, aids, and rules for a Master by level."""
        from facedown.games.solver.paper.deck import deck

        return deck()

    @classmethod
    def workshop(cls) -> Workshop:
        """Secret rules."""
        from facedown.games.solver.studio.workshop import RuleBench

        return RuleBench()


@lru_cache(maxsize=2048)
def _numbered(says: type[Write | Guess], rules: tuple[str, ...]) -> Mapping[int, Move]:
    """Moves that say rules of the catalogue, by their numbers there, less one."""
    entries = map(entry_of, rules)
    return MappingProxyType({e.number - 1: says(e.sentence) for e in entries if e is not None})


class SolverTwo(Solver):
    """SOLVER under rules version 2: only parts in common are worth anything (R6).

    Hints and players go by today's answers.
    """

    answers = 2


class SolverOne(Solver):
    """SOLVER under rules version 1: what compares with missing cards is a part, too (R6)."""

    answers = 1


FORMER: Final[dict[int, type[Game]]] = {1: SolverOne, 2: SolverTwo}
"""The game under each earlier rules version."""
