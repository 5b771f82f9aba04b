"""A game with its seats and options chosen: what everything else asks of it.

Below it: how a view from outside is checked.
"""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from facedown.core.brief import lines_for
from facedown.core.daily import DayResult
from facedown.core.default_words import (
    ending_for,
    plain_event,
    prompt_for,
    read_move,
    show_view,
    typed_move,
)
from facedown.core.errors import (
    BadOption,
    BadRecord,
    FacedownError,
    NotListed,
    OtherRules,
    UnknownName,
)
from facedown.core.facts import AidMark, Facts, OptionValue, WorldsKnown
from facedown.core.hooks import refuse_misspelled
from facedown.core.messages import Catalogue, phrase, phrase_many
from facedown.core.moves import Action, Move, move_from_json, tidy_note
from facedown.core.seats import NATURE_ONLY, ONLOOKER, Ending, Seat
from facedown.core.state import OwnState, State
from facedown.core.view import Event, OwnView, View
from facedown.core.workshop import Section
from facedown.core.worlds import World, Worlds

if TYPE_CHECKING:
    import datetime as dt
    from importlib.resources.abc import Traversable

    from facedown.core.printing import PrintedCard
    from facedown.core.workshop import Standpoint, Workshop


class Game(ABC):
    """A game with its number of seats and its options chosen.

    Raises :class:`~facedown.core.errors.BadOption` when they do not fit the facts.

    >>> from facedown.core import Match, new_game
    >>> game = new_game("turing", 2, cards="4,9,11,14")
    >>> game.seats, game.options["cards"], game.facts.title
    (2, '4,9,11,14', 'Turing Machine')
    >>> game.worlds(Match(game, seed="7").view(0)).count()
    2
    """

    facts: ClassVar[Facts]
    formal: ClassVar[Mapping[str, Callable[[str], str]]] = {}
    """What the sentences of a formal language are made of, by the context that such a message has.

    A catalogue cannot have them all: each is said in another language by its parts.
    """

    subject: ClassVar[str] = ""
    """The option by which what is printed is known, such as that of a puzzle."""

    typed_as: ClassVar[Mapping[str, str]] = {}
    """What cards are called in words, each with its name as it is typed where that is another."""

    papers: ClassVar[tuple[str, ...]] = ()
    """Formats of paper on which :meth:`printed` puts a game; none where it cannot be printed."""
    more_printed: ClassVar[Mapping[str, str]] = {}
    """What else :meth:`printed` puts on paper, each by a word, with what the link to it says.

    ``"book"`` is all that comes with the game (:meth:`collection`), whatever the options.
    """

    actions: int
    """Action numbers of seats run from 0 to one less than this."""
    longest: int
    """No game has more moves than this, nature's included."""

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, Game)
        _refuse_other_views(cls)

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        chosen = {option.name: option.default for option in self.facts.options}
        for name, value in options.items():
            chosen[name] = self.facts.option(name).check(value)
        self.options: dict[str, OptionValue] = chosen
        fewest, most = self.seats_with(chosen)
        usual = min(max(self.facts.seats_unless_said, fewest), most)
        self.seats = usual if seats is None else seats
        if type(self.seats) is not int or not fewest <= self.seats <= most:
            title, given = self.facts.title, str(seats)[:20]
            told = phrase(
                "{title} is for {players}, not {seats}.",
                title=title,
                players=self.facts.players,
                seats=given,
            )
            if (fewest, most) != self.facts.seats:
                told = phrase_many(
                    "With these options {title} has {n} seat, not {seats}.",
                    "With these options {title} has {n} seats, not {seats}.",
                    most,
                    title=title,
                    seats=given,
                )
            raise BadOption(told)

    @classmethod
    def seats_with(cls, options: Mapping[str, OptionValue]) -> tuple[int, int]:
        """The fewest and the most seats with these options, where they are others than usual.

        One that shares a phone beside real cards has a seat for all of its players.
        """
        del options
        return cls.facts.seats

    @classmethod
    def under(cls, rules: int) -> type[Game]:
        """The game as it is played under a rules version; a log says of which one it is.

        A game that has kept an earlier rule gives a class of its own for it. Raises
        :class:`~facedown.core.errors.OtherRules` for a version that this program does not play.

        >>> from facedown.core.registry import game_class
        >>> game_class("suspense").under(1) is game_class("suspense")
        True
        """
        facts = cls.facts
        known = facts.under(rules)
        if known is None:
            raise OtherRules(
                phrase(
                    "The log was made under rules version {made} of {title}; this program has "
                    "version {rules_version}.",
                    made=str(rules)[:20],
                    title=facts.title,
                    rules_version=facts.rules_version,
                )
            )
        if known.rules == "gone":
            raise OtherRules(
                phrase(
                    "The log was made under rules version {made} of {title}. A rule has changed "
                    "since, so it is shown as it was recorded, and not played on.",
                    made=rules,
                    title=facts.title,
                )
            )
        return cls

    @abstractmethod
    def start(self) -> State:
        """The state before the first move."""

    # The next five are made from the forms of moves and views where a game does not do better.

    def witness(
        self, before: OwnState, seat: Seat, action: Action, after: OwnState, viewer: Seat
    ) -> Event:
        """A move as ``viewer`` (a seat or an onlooker) witnesses it.

        Unless the game says otherwise :func:`facedown.core.default_words.plain_event`.
        """
        move = before.move_of(seat, action)
        return plain_event(seat, move, before.view(viewer), after.view(viewer))

    def show(self, view: OwnView) -> str:
        """The view in words, for a terminal or a screen reader; ``{0}``… stand for names."""
        return show_view(view)

    def read(self, text: str, view: OwnView) -> Move:
        """The move that a typed line means to the seat of this view.

        Raises :class:`~facedown.core.errors.MalformedMove` with one sentence otherwise.
        """
        return read_move(text, self.facts.moves)

    def typed(self, move: Move) -> str:
        """A move of a seat as that seat types it: whatever is open to it is read back as itself.

        A game with a :meth:`read` of its own says here what it reads.
        """
        return typed_move(move)

    def prompt(self, view: OwnView) -> str:
        """One line that says what the seat can do now."""
        return prompt_for(view, self.facts.moves)

    def warm_up(self) -> None:  # noqa: B027  # most games load nothing
        """Loads what moves of this game need and takes long to load, if there is such a thing.

        A server calls it beside everything else, in a thread.
        """

    def warm_up_aids(self) -> None:  # noqa: B027  # most aids need nothing more
        """Loads what aids need with other options than the usual ones, if there is such a thing.

        A server calls it in the processes that work aids out, before somebody waits.
        """

    def strategy(self, steps: Sequence[str], ask: str = "", depth: int = 1) -> Standpoint:
        """Best play after these answers, as a tree with so many questions one below the other.

        ``ask`` is the first question, where that is not to be the best one. Raises
        :class:`~facedown.core.errors.FacedownError` with one sentence for answers that cannot be.
        It may take some seconds. Pages offer it for games that have a method of their own.
        """
        raise BadOption(phrase("{title} has no tree of best play.", title=self.facts.title))

    def steps(self, view: OwnView) -> Sequence[str]:
        """The answers that a seat has got, as steps in the tree of :meth:`strategy`."""
        return ()

    def move_from_json(self, value: object) -> Move:
        """Reads a move of this game; raises ``MalformedMove`` when it cannot be read."""
        return move_from_json(self.facts.moves, value)

    def normal_form(self, move: Move) -> Move:
        """A record in its one normal form, so that what means the same is stored as the same.

        What has that form already stays as it is. A match brings every seat's move to it before
        the rules judge it, whoever made it. Raises ``MalformedMove`` where there is no such form.
        """
        return move

    def normal_action(self, action: Action) -> Action:
        """The same of whatever a player answers: a record in its normal form, a number as it is."""
        return self.normal_form(action) if isinstance(action, Move) else action

    def read_back(self, text: str, view: OwnView) -> ReadBack | None:
        """What a typed line would mean to the seat of this view, before it is made.

        None where the game says nothing back: the line is then read and made at once. Asked at
        every key somebody presses, so it should be quick.
        """
        return None

    # Open moves: games whose facts say ``open_moves`` have at least the first of these two.

    def draw_open(self, view: OwnView, rng: random.Random) -> Move | None:
        """A move of the open language, drawn by the law of the language.

        Always one that is allowed now; None where the seat of the view has none. Random play, the
        battery and whoever needs any move of a seat uses it.
        """
        moves, weights = [], []
        for move, weight in self.open_chances(view):
            moves.append(move)
            weights.append(weight)
        return rng.choices(moves, weights)[0] if moves else None

    def open_chances(self, view: OwnView) -> Iterable[tuple[Move, int]]:
        """The law of the open language: every move of it that is allowed now, with its weight.

        Raises :class:`~facedown.core.errors.NotListed` where they are too many to list. A game
        that can list them needs no ``draw_open`` of its own.
        """
        if self.facts.open_moves:
            raise NotListed(
                phrase("The open moves of {title} cannot be listed.", title=self.facts.title)
            )
        return ()

    @property
    def open_numbers(self) -> int:
        """How many numbers ``open_numbered`` gives: as many whatever happens."""
        return 0

    def open_numbered(self, view: OwnView) -> Mapping[int, Move]:
        """Moves of the open language for who chooses by number, from 0 on; a number stays the same.

        Only those that are allowed now and that the view does not show to be pointless. Where the
        seat has anything to say there is one at least.
        """
        del view
        return {}

    @property
    def judged(self) -> bool:
        """Whether with these options it is known what moves were worth."""
        return True

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together with these options: nobody resigns to another."""
        return False

    # Standing answers: games whose facts name questions for them have these two.

    def standing_answer(
        self,
        view: OwnView,
        question: str,
        answer: Literal["decline", "always"],
    ) -> Action | None:
        """What an answer in advance comes to for the seat of this view, or None.

        None where no question of that kind is open to the seat now, whatever the answer; and an
        allowed move wherever one is, also for a seat that has nothing to accept with: whether a
        question is open must follow from what everybody knows. Asked often, so it should be quick.
        """
        raise FacedownError(
            phrase("{title} has no questions to be answered in advance.", title=self.facts.title)
        )

    def turn_of(self, view: OwnView) -> int:
        """The number of the turn that is being played, from what everybody knows.

        What a seat answers in advance for a turn ends when this number changes.
        """
        raise FacedownError(
            phrase("{title} has no questions to be answered in advance.", title=self.facts.title)
        )

    # Worlds: settings of a game whose worlds are known, exactly or by sampling, have these three.

    @property
    def worlds_known(self) -> WorldsKnown:
        """What ``worlds`` can do in this setting; unless the game says otherwise as in its facts.

        "exact": the worlds of every seat's view are listed, and sampled; "sampled": they can be
        sampled, and perhaps listed; "none": there is nothing to reason about.
        """
        return self.facts.worlds

    def worlds(self, view: OwnView) -> Worlds:
        """Every way the hidden things can be for the seat of this view."""
        raise FacedownError(
            phrase("{title} has no worlds to reason about.", title=self.facts.title)
        )

    def state_from_world(self, view: OwnView, world: World) -> State:
        """A state in which this world is true and the seat of the view sees that very view."""
        raise FacedownError(
            phrase("{title} has no worlds to reason about.", title=self.facts.title)
        )

    def play_again(self, view: OwnView, world: World) -> State:
        """The same state, reached from the start by moves that the rules allow.

        Whatever is raised says that no play leads to the view. Unless the game says otherwise
        :meth:`state_from_world`, which need not look at how the view came about.
        """
        return self.state_from_world(view, world)

    def true_world(self, state: OwnState, seat: Seat) -> World:
        """The world of ``worlds(state.view(seat))`` that is true. For tests."""
        raise FacedownError(
            phrase("{title} has no worlds to reason about.", title=self.facts.title)
        )

    def check_view(self, view: OwnView) -> None:
        """Raises ``BadRecord`` unless the seat of this view can see it in this very game.

        For views that somebody else has sent. A game adds what :meth:`play_again` does not
        notice; one without worlds checks its own parts here.
        """
        check_view(self, view)

    # Help

    def aid(self, name: str, view: OwnView, notes: Sequence[str]) -> str:
        """One of the aids of the facts, in words, from what this seat may know.

        ``notes`` are the seat's own notes, oldest first.
        """
        raise UnknownName(
            phrase("{title} has no hint {name!r}.", title=self.facts.title, name=name[:40])
        )

    def aid_marks(
        self,
        name: str,  # for games
        view: OwnView,
        notes: Sequence[str],
    ) -> Sequence[AidMark]:
        """What an aid says of things on the table one by one, for boards to mark; often nothing.

        Whatever it marks follows from what the seat may know, as the words of the aid do.
        """
        return ()

    def aim(self) -> str:
        """What wins, in a sentence or two for somebody new; empty where the summary tells it."""
        return ""

    def check_note(self, text: str, view: OwnView) -> str:
        """A note as it will be kept, tidied; raises ``FacedownError`` when it cannot be read."""
        return tidy_note(text)

    def in_brief(self, view: OwnView) -> str:
        """How a finished game went, in words that tell nothing of what was hidden.

        For those who share a daily puzzle that others have yet to play.
        """
        return (
            phrase("played to the end.")
            if view.outcome is not None
            else phrase("not finished yet.")
        )

    def day_result(self, view: OwnView) -> DayResult:
        """How a finished puzzle of a day went for the seat of a view, telling nothing hidden."""
        assert view.outcome is not None
        return DayResult(solved=view.seat in view.outcome.winners)

    @classmethod
    def day_in_words(cls, options: Mapping[str, OptionValue]) -> str:  # noqa: ARG003  # for games
        """What the puzzle of a day with these options is like, before it is begun."""
        return ""

    @classmethod
    def took_in_words(cls, took: Sequence[int]) -> str:  # noqa: ARG003  # for games
        """What a puzzle of a day took or needs, the numbers of ``DayResult`` in hundredths."""
        return ""

    def ending(self, view: OwnView) -> Ending:
        """How a finished game ended for the seat of a view, or for an onlooker."""
        return ending_for(view.seat, view.outcome)

    def printed_cards(self) -> Sequence[PrintedCard]:
        """Its cards with these options, to be printed; none where it has none."""
        return ()

    def printed(
        self,
        paper: str,
        what: str = "",
        catalogue: Catalogue | None = None,
        seed: str = "0",  # for games
    ) -> bytes:
        """What is needed to play the game with these options at a table, as a PDF.

        It is in the words of a ``catalogue``, in English without one. Or ``what`` else is printed
        of it. What the options leave to chance comes from the ``seed``. Raises ``BadOption`` for a
        paper that is not among :attr:`papers`, and for what is not among :attr:`more_printed`.
        """
        title = self.facts.title
        if what:
            raise BadOption(
                phrase(
                    "There is no {what!r} of {title} to be printed.", what=what[:40], title=title
                )
            )
        raise BadOption(
            phrase(
                "No paper {paper!r} is there for {title} to be printed.",
                paper=paper[:40],
                title=title,
            )
        )

    @classmethod
    def bound(
        cls,
        games: Sequence[Game],  # noqa: ARG003  # for games
        paper: str,  # noqa: ARG003
        catalogue: Catalogue | None = None,  # noqa: ARG003
        seed: str = "0",  # noqa: ARG003
    ) -> bytes:
        """Several of them as a book, as :meth:`printed` prints one; raises ``BadOption``."""
        raise BadOption(phrase("{title} has no books.", title=cls.facts.title))

    @classmethod
    def options_named(cls, word: str) -> Mapping[str, OptionValue]:
        """The options that are meant by a word, or the text of a file: that of :attr:`subject`."""
        return {cls.subject: word}

    @classmethod
    def daily(cls, date: dt.date) -> Mapping[str, OptionValue] | None:  # noqa: ARG003  # for games
        """The options of the puzzle of a day, or None where the game has no daily puzzle.

        What the options leave to chance comes from a seed that is the day's as well, so the puzzle
        is the same for everybody.
        """
        return None

    @classmethod
    def one_click(cls) -> Mapping[str, OptionValue]:
        """The options of a game that is begun by one click, where they are not the usual ones."""
        return {}

    @classmethod
    def option_in_words(cls, name: str, value: OptionValue) -> str:
        """A value of an option as people read it beside what the option is called.

        A game whose options name what comes with it says here what that is called.
        """
        return cls.facts.option(name).in_words(value)

    @classmethod
    def collection(cls) -> Sequence[Section]:
        """What comes with the game ready to be played, such as puzzles with names."""
        return ()

    @classmethod
    def workshop(cls) -> Workshop | None:
        """Where something is made for this game without a table, or None."""
        return None

    @classmethod
    def package(cls) -> str:
        """The package that the class stands in, with its rulebook and whatever pages need of it."""
        return sys.modules[cls.__module__].__package__ or cls.__module__

    @classmethod
    def folder(cls) -> Traversable:
        """The folder of that package, or that of the module where it is in no package."""
        from importlib import resources  # not needed by those who only play

        module = sys.modules[cls.__module__]
        if module.__package__:
            return resources.files(module.__package__)
        return Path(getattr(module, "__file__", None) or "").parent

    @classmethod
    def rulebook(cls) -> str:
        """The rules in our own words, as Markdown with numbered paragraphs."""
        return cls.folder().joinpath("rulebook.md").read_text("utf-8")

    def brief(self) -> str:
        """The rules of this very game in short, and how each of its moves is typed.

        For who reads nothing but text. A game has them in ``brief.md``, of which the lines stay
        that hold with these options (``core/brief.py``); without that file it is the rulebook.
        """
        file = self.folder().joinpath("brief.md")
        if not file.is_file():
            return self.rulebook()
        return lines_for(file.read_text("utf-8"), {"seats": self.seats, **self.options})


_PLACE_OF_VIEW: Final = {
    name: [*method.__annotations__.values()].index("OwnView")
    for name, method in vars(Game).items()
    if "OwnView" in getattr(method, "__annotations__", {}).values()
}
"""Which argument of a method is the view."""


def _refuse_other_views(game: type) -> None:
    for name in game.__dict__.keys() & _PLACE_OF_VIEW.keys():
        setattr(game, name, _given_its_view(game.__dict__[name], _PLACE_OF_VIEW[name]))


def _given_its_view(method: Any, place: int) -> Callable[..., Any]:
    """A method of a game that refuses whatever is no view of this game, such as a state."""
    plain = isinstance(method, staticmethod)

    @wraps(method)
    def checked(self: Game, *given: Any) -> Any:
        if not isinstance(given[place], self.facts.view):
            raise BadRecord(phrase("That is no view of {title}.", title=self.facts.title))
        return method(*given) if plain else method(self, *given)

    return checked


_refuse_other_views(Game)


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What a typed move would mean, for the seat that types it and before it is made.

    ``move`` is the move that the text stands for, None while it stands for none; then ``problem``
    is the sentence that says why. ``meaning`` says the move in other words, as a sentence,
    ``warnings`` are sentences about what the seat may not have meant, and ``completions`` whole
    texts that this one could go on as, from where it can be read on. ``confirm`` asks for a yes
    before the move is made. ``unread`` is the character of the text, its white space made single,
    at which it could not be read, -1 where no word of it is wrong. With ``instead`` the completions
    are other texts, one of which may have been meant. In ``meaning``, ``warnings`` and
    ``problem`` ``{0}``, ``{1}``, … stand for the names of the seats.
    """

    move: Move | None
    meaning: str = ""
    warnings: tuple[str, ...] = ()
    completions: tuple[str, ...] = ()
    confirm: bool = True
    problem: str = ""
    unread: int = -1
    instead: bool = False


IMPOSSIBLE = "That view cannot be of this game: {}."


def check_view(game: Game, view: View) -> None:
    """Raises ``BadRecord`` unless the seat of this view can see it in a game of this setting.

    First what every view has is looked at: seats, who is to move, legal moves, the outcome. Then a
    world is drawn that the view allows, the state is built in which it is true
    (:meth:`~facedown.core.game.Game.play_again`), and that state's view has to be this very one.

    >>> from dataclasses import replace
    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> check_view(match.game, match.view(0))
    >>> check_view(match.game, replace(match.view(0), seats=3))
    Traceback (most recent call last):
        ...
    BadRecord: That view cannot be of this game: it is of another number of seats.
    """
    problem = _odd_part(game, view)
    if problem:
        raise BadRecord(IMPOSSIBLE.format(problem))
    if game.worlds_known == "none" or view.seat == ONLOOKER:
        return
    try:
        world = game.worlds(view).sample(random.Random(0))
        same = game.play_again(view, world).view(view.seat) == view
    except Exception:  # noqa: BLE001  # reasoning about what cannot be may fail in any way
        same = False
    if not same:
        raise BadRecord(IMPOSSIBLE.format("no play leads to it"))


def _odd_part(game: Game, view: View) -> str:
    """What is wrong with the parts that every view has; empty where nothing is."""
    seats, outcome = range(game.seats), view.outcome
    if view.seats != game.seats:
        return "it is of another number of seats"
    if view.seat not in seats and view.seat != ONLOOKER:
        return "nobody sits in its seat"
    if view.actors != NATURE_ONLY and not _ascending(view.actors, seats):
        return "those to move are no seats"
    if not _ascending(view.legal, range(game.actions)):
        return "its legal moves are no moves"
    if view.legal and view.seat not in view.actors:
        return "it has legal moves for a seat that is not to move"
    if (outcome is None) != bool(view.actors):
        return "a game goes on until nobody is to move"
    if outcome is not None and (
        len(outcome.points) != game.seats or not _ascending(outcome.winners, seats)
    ):
        return "its outcome is not one for these seats"
    return ""


def _ascending(numbers: Sequence[Any], among: range) -> bool:
    return all(number in among for number in numbers) and all(
        one < other for one, other in pairwise(numbers)
    )
