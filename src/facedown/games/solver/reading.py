"""What a typed line means in SOLVER, and how a rule fits a table before it is said.

Where a rule is due its words are enough. What is told of a rule comes from the seat's view alone,
and nothing is kept of it: a rule that somebody has thought of before takes as long as any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.errors import MalformedMove
from facedown.core.game import ReadBack
from facedown.core.messages import Message, joined, listed, phrase, phrase_many
from facedown.core.moves import Move
from facedown.core.typed import typed_in, without_fillers
from facedown.deduce.rules import (
    SOLVER,
    Ambiguous,
    JudgedCard,
    Rule,
    RuleError,
    card_in,
    parse_in,
    place_typed,
)
from facedown.deduce.rules.acceptance import first_card, warnings
from facedown.deduce.rules.conditions import And, Or, value_of
from facedown.games.solver.judging import free_rule
from facedown.games.solver.moves import (
    CARD_COUNT,
    NAMES,
    Answer,
    Correct,
    Draw,
    Guess,
    Judge,
    Pass,
    Play,
    Swap,
    Vote,
    Write,
)
from facedown.games.solver.rules import NO_TEXT
from facedown.games.solver.said import CARDS, said_rule
from facedown.games.solver.view import SolverView, answers_of, may_guess, slip_of, track_of

Saying: TypeAlias = Literal["guess", "write"]
"""What is done with a rule, as it is typed."""

_SAYING: Final[dict[Saying, type[Guess | Write]]] = {"guess": Guess, "write": Write}
_ACCEPT, _REJECT = Judge(accepted=True), Judge(accepted=False)
_PLAIN: Final[dict[str, Move]] = {
    "draw": Draw(),
    "swap": Swap(),
    "pass": Pass(),
    "accept": _ACCEPT,
    "reject": _REJECT,
}
_ANSWERS: Final = {"0": "0", "1": "1", "2": "2+", "2+": "2+", "solver": "Solver!"}


def saying_now(view: SolverView) -> Saying | None:
    """What the seat of a view can do with a rule now, None where it can say none."""
    if view.seat not in view.actors:
        return None
    if view.phase == "rule":
        return "write"
    return "guess" if may_guess(view) else None


def read(text: str, view: SolverView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise."""
    line = " ".join(text.split())
    if bare := _bare(line, view) or _pressed(line, view):
        return bare
    word, _, rest = line.partition(" ")
    now = saying_now(view)
    match word.lower(), rest:
        case (
            ("draw" | "swap" | "pass" | "accept" | "reject") as plain,
            "" | "a card" | "hand" | "my hand",
        ):
            return _PLAIN[plain]
        case "guess", _:
            return Guess(rule_form(view.master, rest))
        case "write", _:
            return Write(rule_form(view.master, rest))
        case "correct", "" | "accept" | "reject" if (slip := slip_of(view)) is not None:
            return Correct(accepted=rest == "accept" if rest else not slip.accepted)
        case "answer", _ if rest:
            return Answer(_answer(rest) or rest)
        case "vote", _ if rest:
            return Vote(rest.lower())
        case "play", _ if now is None or view.master != "free" or _card(rest) is not None:
            return _play(rest, view, said=True)
    if now is not None:
        return _SAYING[now](rule_form(view.master, line))
    return _play(line, view)


def _bare(line: str, view: SolverView) -> Move | None:
    """The move of a line that needs no other word where the game stands."""
    said = without_fillers(line).lower()
    if said in _PLAIN:
        return _PLAIN[said]
    if view.phase == "judge" and said in ("yes", "no"):
        return _ACCEPT if said == "yes" else _REJECT
    if view.phase == "answer" and (answer := _answer(said)):
        return Answer(answer)
    if view.phase == "vote" and said in ("deducible", "impossible"):
        return Vote(said)
    if view.phase == "best" and said.isdecimal():
        return Vote(said)
    return None


def _pressed(line: str, view: SolverView) -> Play | None:
    """The real card that a line calls where a rule is no less in its place (R20)."""
    return _card(line) if view.real and view.phase == "play" else None


def _answer(text: str) -> str:
    return _ANSWERS.get(text.lower().rstrip("!."), "")


def _play(line: str, view: SolverView, *, said: bool = False) -> Move:
    """A card, or a rule that is said too early, which the rules refuse with the reason."""
    if re.search(r"\w", line) is None or len(line) > 60:
        raise MalformedMove(_help(view))
    try:
        return _card_called(line)
    except RuleError as problem:
        if not said and view.master != "free" and (rule := _rule(line)) is not None:
            return Guess(rule)
        if not said and not SOLVER.value_words.keys() & line.lower().split():
            raise MalformedMove(_help(view)) from None
        raise MalformedMove(
            phrase("That is not a move: {problem}", problem=problem.message)
        ) from None


def _card_called(line: str) -> Play:
    return Play(NAMES[card_in(line.replace("{", "(").replace("}", ")"), SOLVER, typed_in())])


def _card(line: str) -> Play | None:
    try:
        return _card_called(line)
    except RuleError:
        return None


def _rule(line: str) -> str | None:
    try:
        return parse_in(line, SOLVER, typed_in()).sentence
    except RuleError:
        return None


def _help(view: SolverView) -> Message:
    return phrase("That is not a move; type {ways}.", ways=_WAYS.get(view.phase, _USUAL_WAYS))


_WAYS: Final[dict[str, Message]] = {
    "rule": phrase("the rule, such as: red or circle"),
    "judge": phrase("accept or reject"),
    "answer": phrase("0, 1, 2+ or Solver!"),
    "vote": phrase("deducible or impossible"),
    "best": phrase("the number of a seat, such as: 1"),
}
_USUAL_WAYS: Final = phrase("a card, a rule, draw, swap or pass")


def rule_form(master: str, text: str) -> str:
    """A typed rule in its one form; raises ``MalformedMove`` where there is none."""
    if master == "free":
        if not (said := free_rule(text)):
            raise MalformedMove(NO_TEXT().sentence)
        return said
    try:
        return parse_in(
            text, SOLVER, typed_in()
        ).sentence  # not one that is remembered: that would be quicker
    except RuleError as problem:
        raise MalformedMove(problem.message) from None


def read_back(text: str, view: SolverView) -> ReadBack | None:
    """What a rule that is being typed means, before it is written or guessed.

    For a guess also with how many of the cards played it agrees, and which it would judge
    otherwise; for a rule that is written what the Master is warned of (R12). Other moves, and
    those whose time it is not, are not said back.
    """
    now = saying_now(view)
    line = " ".join(text.split())
    rule = _rule_in(line, now, view)
    if now is None or rule is None:
        return None
    if view.master == "free":
        return _free_back(now, rule, view)
    head = f"{now} " if text.split()[:1] != rule.split()[:1] else ""
    place = place_typed(rule, SOLVER, typed_in())
    goes_on = tuple(_joined(place.before, each) for each in place.phrases)
    try:
        said = parse_in(rule, SOLVER, typed_in())
    except RuleError as problem:
        read_on = 0 <= problem.position < len(rule)
        # Words to go on with, or where something cannot be read what was meant.
        ways = (problem.unfinished and goes_on) or problem.ways or goes_on
        meant = bool(ways) and ways == problem.ways
        instead = meant and not read_on
        told = problem.message
        if not rule:
            told = phrase("Say the rule, such as: red or circle.")
        elif isinstance(problem, Ambiguous):
            told = phrase("Which of these do you mean?")
        elif instead:
            told = phrase("Did you mean one of these?")
        elif problem.unfinished and goes_on:
            told = phrase("And then?")
        unread = problem.position + len(line) - len(rule)
        return ReadBack(
            None,
            completions=tuple(
                said_rule(each) if meant and not head else f"{head}{each}" for each in ways
            ),
            problem=told,
            unread=unread if read_on else -1,
            instead=instead,
        )
    if isinstance(said.condition, And | Or):  # in brackets it goes on with the other joint, too
        whole = place_typed(f"({rule})", SOLVER, typed_in())
        others = (each for each in whole.phrases if each not in place.phrases)
        goes_on += tuple(_joined(whole.before, each) for each in others)
    goes_on = tuple(f"{head}{each}" for each in goes_on)
    if now == "write":
        told = phrase("The secret rule will be: {rule}.", rule=said_rule(said.sentence))
        told = joined(" ", (told, start)) if (start := first_card(said)) else told
        return ReadBack(Write(said.sentence), told, warnings(said), goes_on)
    fits = fit_of(said, track_of(view))
    told = phrase(
        "Your guess is: {rule}; it agrees with {some} of {cards}.",
        rule=said_rule(said.sentence),
        some=fits.agrees,
        cards=phrase_many("{n} card", "{n} cards", fits.plays),
    )
    told = joined(" ", (told, start)) if (start := first_card(said)) else told
    warned = (*said_before(view, said.sentence), *_against(view, fits))
    return ReadBack(Guess(said.sentence), told, warned, goes_on)


def _joined(before: str, phrase: str) -> str:
    """A text that goes on: the words that the one ends and the other begins with stand once.

    >>> _joined("bigger than all of the", "of the last")
    'bigger than all of the last'
    """
    ended, begun = before.split(), phrase.split()
    same = max(n for n in range(len(begun) or 1) if n == 0 or ended[-n:] == begun[:n])
    return " ".join([*ended, *begun[same:]])


def _rule_in(line: str, now: Saying | None, view: SolverView) -> str | None:
    """The part of a line that says a rule where one can be said; None for another move."""
    word, _, rest = line.partition(" ")
    if word.lower() == now:
        return rest
    if view.master == "free":
        other = word.lower() == "play" and _card(rest) is not None
    else:
        other = word.lower() in (*_SAYING, "play", "answer", "vote")
    return None if other or _bare(line, view) or _pressed(line, view) else line


def _free_back(now: Saying, text: str, view: SolverView) -> ReadBack:
    """What a rule in free words means: itself, and that people judge it (R14)."""
    if not (said := free_rule(text)):
        return ReadBack(None, problem=NO_TEXT().sentence)
    if now == "write":
        told = phrase(
            "The secret rule will be: {rule}. The program knows nothing of it: "
            "you judge every card and answer every guess.",
            rule=said,
        )
        return ReadBack(Write(said), told)
    told = phrase("Your guess is: {rule}. The Master answers by judgement.", rule=said)
    return ReadBack(Guess(said), told, said_before(view, said))


def said_before(view: SolverView, rule: str) -> tuple[Message, ...]:
    """That a guess in these very words was made before, and is not the rule."""
    told = phrase("This was said before: it is not the rule.")
    return (told,) if rule in dict(answers_of(view)) else ()


# How a rule fits a table


@dataclass(frozen=True, slots=True)
class Fit:
    """How a rule fits so many ``plays``, and the mask of the cards that it would accept ``next``.

    ``refuses`` are the plays that were accepted and that it refuses, ``accepts`` those that were
    not and that it accepts, both by their numbers from 0.
    """

    plays: int
    refuses: tuple[int, ...]
    accepts: tuple[int, ...]
    next: int

    @property
    def agrees(self) -> int:
        """How many plays it judges as they were judged."""
        return self.plays - len(self.refuses) - len(self.accepts)


def fit_of(rule: Rule, track: Sequence[JudgedCard]) -> Fit:
    """How a rule fits the cards played, found without a machine that somebody else's rule left.

    >>> from facedown.deduce.rules import parse
    >>> fit_of(parse("red", SOLVER), [JudgedCard(17, True), JudgedCard(0, True)]).refuses
    (1,)
    """

    def accepted(before: Sequence[JudgedCard], card: int) -> bool:
        return value_of(rule.condition, SOLVER, before, card) is not False

    wrong = [
        index
        for index, play in enumerate(track)
        if accepted(track[:index], play.card) != play.accepted
    ]
    return Fit(
        len(track),
        tuple(index for index in wrong if track[index].accepted),
        tuple(index for index in wrong if not track[index].accepted),
        sum(accepted(track, card) << card for card in range(CARD_COUNT)),
    )


def _against(view: SolverView, fits: Fit) -> list[Message]:
    """Which cards a rule judges otherwise, in sentences."""
    track = track_of(view)

    def named(plays: tuple[int, ...]) -> str:
        return listed(CARDS[NAMES[track[index].card]] for index in plays)

    told = []
    if fits.refuses:
        told.append(phrase("It refuses what was accepted: {cards}.", cards=named(fits.refuses)))
    if fits.accepts:
        told.append(phrase("It accepts what was refused: {cards}.", cards=named(fits.accepts)))
    return told
