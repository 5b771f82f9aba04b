"""The bench for rules: a rule is said, cards are laid, and what it is like is found meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import median_low
from typing import ClassVar, Final

from facedown.core.errors import UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.messages import in_percent, phrase, phrase_many
from facedown.core.moves import Move
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE
from facedown.core.typed import typed_in
from facedown.core.workshop import Bar, Draft, Field, Finding, Flaw, Progress, Stage, Workshop
from facedown.deduce.rules import (
    SOLVER,
    JudgedCard,
    Rule,
    RuleError,
    card_in,
    parse,
    parse_in,
    place_typed,
)
from facedown.deduce.rules.acceptance import FEWEST, MOST, measure, warnings
from facedown.deduce.rules.law import level_of
from facedown.deduce.rules.machine import machine_anew
from facedown.games.solver.judging import LONGEST_RULE, forget
from facedown.games.solver.moves import MOST_PLAYS, NAMES, NUMBERS, Write
from facedown.games.solver.page import DECK, Laid, face, places_of
from facedown.games.solver.rules import SolverState
from facedown.games.solver.said import CARDS, said_rule
from facedown.games.solver.saying import Understood, read_on

GAMES: Final = 5
"""So many games a strong program plays."""
STRONG: Final = "investigator"
SEATS: Final = 2
DEALT: Final = 5
"""So many cards are laid at once."""

LEVEL_WORDS: Final = (
    phrase("one look at the card is enough"),
    phrase("two looks at the card, or one at the card before it"),
    phrase("two conditions together"),
    phrase("three conditions, or cards further back"),
    phrase("more conditions, or a memory of the whole track"),
)
"""What a rule of each level asks of whoever looks for it."""


def cards_of(text: str) -> list[int]:
    """The cards of a track in a text, by number; raises ``RuleError`` where one is none.

    >>> [NAMES[card] for card in cards_of("red circle 2, blue square 1")]
    ['red circle 2', 'blue square 1']
    """
    parts = [part.strip() for part in text.split(",", maxsplit=2 * MOST_PLAYS)]
    return [card_in(part, SOLVER, typed_in()) for part in parts if part]


def written(cards: Sequence[int]) -> str:
    """Cards as a draft has them."""
    return ", ".join(NAMES[card] for card in cards)


def judged(rule: Rule, cards: Sequence[int]) -> tuple[JudgedCard, ...]:
    """The cards with what the rule says of each in its turn; nothing of the rule is kept."""
    machine = machine_anew(SOLVER, rule.condition)
    states, track = machine.start(), []
    for card in cards:
        play = JudgedCard(card, bool(machine.verdicts(states) >> card & 1))
        machine.step(states, play)
        track.append(play)
    return tuple(track)


def find_rule(draft: Draft, report: Progress) -> Iterator[Finding]:
    """Its level, how many cards it accepts, and what its Master is warned of (R12)."""
    report(phrase("Laying cards"))
    rule = parse(str(draft["rule"]), SOLVER)
    level, share = level_of(rule), measure(rule).share
    words = LEVEL_WORDS[level - 1]
    yield Finding(
        "level",
        phrase("Level"),
        phrase("Level {level} of 5: {words}.", level=level, words=words),
        level,
        figure=str(level),
    )
    yield Finding(
        "share",
        phrase("Cards that are in"),
        phrase("Of cards that are played blindly {percent} are in.", percent=in_percent(share)),
        in_percent(share),
        bars=(Bar(phrase("in"), round(100 * share), in_percent(share)),),
    )
    for number, warning in enumerate(warnings(rule), 1):
        yield Finding(f"warning-{number}", phrase("Careful"), warning, role="advice")
    if not FEWEST <= share <= MOST:
        text = (
            phrase("Another way in makes it fairer: add “or …”.")
            if share < FEWEST
            else phrase("A condition more makes it fairer: add “and …”.")
        )
        yield Finding("mend", phrase("What helps"), text, role="advice")


def find_games(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How many cards a strong program needs that knows nothing of the rule, game by game."""
    needed: list[int | None] = []
    try:
        for number in range(GAMES):
            report(phrase("Game {number} of {all} is played", number=number + 1, all=GAMES))
            needed.append(_played(str(draft["rule"]), number, report))
            yield needed_words(needed)
            yield by_game(needed)
    finally:
        forget()


def _played(sentence: str, number: int, report: Progress) -> int | None:
    """The cards of one game, None where the rule is not found in it."""
    game = new_game("solver", SEATS, master="player")
    bot, rng = new_bot(game, STRONG), random.Random(f"bench/{number}")
    state = game.start()
    assert isinstance(state, SolverState)
    state.apply(0, Write(sentence))
    while actors := state.actors():
        seat = actors[0]
        state.apply(seat, state.draw(rng) if seat == NATURE else bot.act(state.view(seat), rng))
        report(
            phrase(
                "Game {number} of {all}: {cards}",
                number=number + 1,
                all=GAMES,
                cards=phrase_many("{n} card", "{n} cards", len(state.track)),
            )
        )
    return len(state.track) if state.solver >= 0 else None


def needed_words(needed: Sequence[int | None]) -> Finding:
    """On the middle of the games played so far; None where the rule was not found."""
    never = MOST_PLAYS + 1
    middle = median_low(never if cards is None else cards for cards in needed)
    games = phrase_many("{n} game", "{n} games", len(needed))
    if middle == never:
        text = phrase(
            "In {games} the Investigator did not find it with {n} cards.", games=games, n=MOST_PLAYS
        )
    else:
        text = phrase(
            "On the middle of {games} the Investigator finds it with {cards}.",
            games=games,
            cards=phrase_many("{n} card", "{n} cards", middle),
        )
    figure = "–" if middle == never else str(middle)
    return Finding("needed", phrase("Cards it takes"), text, middle, figure=figure)


def by_game(needed: Sequence[int | None]) -> Finding:
    """The games played so far as bars."""
    bars = tuple(
        Bar(
            phrase("Game {number}", number=number),
            100 * (cards or MOST_PLAYS) // MOST_PLAYS,
            phrase("not found") if cards is None else phrase_many("{n} card", "{n} cards", cards),
        )
        for number, cards in enumerate(needed, 1)
    )
    value = [0 if cards is None else cards for cards in needed]
    return Finding("by-game", phrase("Game by game"), "", value, bars=bars)


class RuleBench(Workshop):
    """Makes rules; a draft may be no rule for a while, and then stays as it was typed."""

    title: ClassVar[str] = phrase("Rule bench")
    summary: ClassVar[str] = phrase(
        "Say a rule in your own words, lay cards, and see which of them are in."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            Option(
                "rule",
                "",
                phrase("which cards are in, in your own words"),
                examples=("red or circle",),
            ),
            phrase("The rule is …"),
        ),
        Field(
            Option(
                "track",
                "",
                phrase("the cards that were played, in their order"),
                examples=("red circle 2, blue square 1",),
            ),
            phrase("Cards played"),
        ),
    )
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("rule", phrase("The rule"), find_rule),
        Stage("games", phrase("A strong program"), find_games, 90.0),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = (
        (
            phrase("A colour or a shape"),
            {
                "rule": "red or circle",
                "track": "red square 2, blue triangle 1, green circle 4, yellow diamond 3",
            },
        ),
        (
            phrase("Up and up"),
            {
                "rule": "higher number than the last card",
                "track": "blue circle 1, red square 3, green square 2, yellow circle 4",
            },
        ),
        (
            phrase("It changes with the card before"),
            {
                "rule": "if the last card is odd then blue or red else circle",
                "track": "red circle 1, blue square 2, green circle 3, green diamond 4",
            },
        ),
    )
    opening: ClassVar[Draft] = examples[0][1]

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """Its maker is the Master, and the program judges by it."""
        return {"master": "player"}

    def first_moves(self, draft: Draft) -> Sequence[Move]:
        """The secret rule."""
        return (Write(str(draft["rule"])),)

    def tidy(self, draft: Draft) -> Draft:
        """A rule as its normal sentence, and cards by their names, where they can be read."""
        said, track = " ".join(str(draft["rule"]).split()), str(draft["track"]).strip()
        rule, cards = _rule(said), _cards(track)
        return {
            **draft,
            "rule": said if rule is None else rule.sentence,
            "track": track if cards is None else written(cards),
        }

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """A sentence that is no rule, or cards that cannot lie there."""
        found = []
        try:
            if draft["rule"]:
                _parsed(str(draft["rule"]))
            else:
                found.append(Flaw(phrase("Say the rule, such as: red or circle."), "rule"))
        except RuleError as problem:
            begun = problem.position == len(str(draft["rule"])) and not problem.ways
            told = phrase("The rule is not whole yet.") if begun else problem.message
            found.append(Flaw(told, "rule"))
        try:
            cards = cards_of(str(draft["track"]))
            twice = [card for place, card in enumerate(cards) if card in cards[:place]]
            if twice:
                text = phrase("{card} lies there twice.", card=CARDS[NAMES[twice[0]]])
                found.append(Flaw(text, "track"))
            elif len(cards) > MOST_PLAYS:
                found.append(Flaw(_full().message, "track"))
        except RuleError as problem:
            found.append(Flaw(problem.message, "track"))
        return found

    def edit(self, draft: Draft, change: str) -> Draft:
        """``card red circle 2`` lays it or takes it away; ``say RULE``; ``deal``; ``no cards``."""
        if change == "no cards":
            return {**draft, "track": ""}
        what, _, rest = change.partition(" ")
        if what == "say":
            return {**draft, "rule": rest}
        cards = _cards(str(draft["track"]))
        if cards is None:
            raise UnknownName(phrase("Mend the cards first, or take them all away."))
        if what == "card" and rest in NUMBERS:
            card = NUMBERS[rest]
            after = [each for each in cards if each != card] if card in cards else [*cards, card]
        elif change == "deal":
            free = [card for card in range(len(NAMES)) if card not in cards]
            rng = random.Random(f"{draft['rule']}/{len(cards)}")
            after = [*cards, *rng.sample(free, min(DEALT, MOST_PLAYS - len(cards)))]
        else:
            return super().edit(draft, change)
        if len(after) > MOST_PLAYS or after == cards:
            raise _full()
        return {**draft, "track": written(after)}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """What the rule was understood as, the track with its verdicts, and the whole deck."""
        said, rule = str(draft["rule"]), _rule(str(draft["rule"]))
        cards = (_cards(str(draft["track"])) or [])[:MOST_PLAYS]
        track = () if rule is None else judged(rule, cards)
        heard: Understood | None = None if rule is None else read_on(rule, track, guess=False)
        places = places_of(
            (Laid(face(NAMES[play.card]), -1, number), play.accepted)
            for number, play in enumerate(track)
        )
        return {
            "said": heard,
            "words": said if rule is None else said_rule(rule.sentence),
            "ways": () if rule is not None else _ways(said),
            "places": places,
            "unjudged": [face(NAMES[card]) for card in cards] if rule is None else [],
            "deck": DECK,
            "laid": {NAMES[card] for card in cards},
            "full": len(cards) >= MOST_PLAYS,
            "count": len(cards),
            "most": MOST_PLAYS,
            "next": _next(heard),
        }


def _next(heard: Understood | None) -> set[str]:
    """The names of the cards that would be in now."""
    if heard is None:
        return set()
    return {
        f"{group.colour} {group.shape} {number}"
        for row in heard.rows
        for group in row
        for number, accepted, _ in group.numbers
        if accepted
    }


def _full() -> UnknownName:
    return UnknownName(phrase("{n} cards are a whole game; take some away.", n=MOST_PLAYS))


def _parsed(text: str) -> Rule:
    """Not one that is remembered: that would be quicker."""
    if len(text) > LONGEST_RULE:
        raise RuleError(phrase("A rule has at most {n} characters.", n=LONGEST_RULE))
    return parse_in(text, SOLVER, typed_in())


def _rule(text: str) -> Rule | None:
    try:
        return _parsed(text)
    except RuleError:
        return None


def _cards(text: str) -> list[int] | None:
    try:
        return cards_of(text)
    except RuleError:
        return None


def _ways(text: str) -> tuple[tuple[str, str], ...]:
    """What may have been meant by a sentence that is no rule, or how it goes on: text and words."""
    try:
        _parsed(text)
    except RuleError as problem:
        if problem.ways:
            return tuple((way, said_rule(way)) for way in problem.ways)
    if len(text) > LONGEST_RULE:
        return ()
    place = place_typed(text, SOLVER, typed_in())
    return tuple((f"{place.before} {each}".strip(), each) for each in place.phrases[:12])
