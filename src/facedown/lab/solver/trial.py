"""One agent looks for one secret rule: what is said in what order, and what it is worth.

A turn is a card that is played, with a guess before it where the agent wants one. Everything that
happened stands in a log, and the score is found from the log alone.

The pool of rules that an agent is measured against: half of its weight have the rules that are
played, all alike, the other half rules drawn by the language's own law.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log2
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.messages import listed
from facedown.deduce.rules import SOLVER, Deck, JudgedCard, Rule, RuleError, deck_called, parse
from facedown.deduce.rules.catalogue import known_answer
from facedown.deduce.rules.law import draw_rule
from facedown.deduce.rules.machine import RuleMachine, machine_of
from facedown.lab.players import MOST_MISTAKES, UnreadableReply, Wrong

Scoring: TypeAlias = Literal["cards", "turns"]
Master: TypeAlias = Literal["program", "player"]

SCORINGS: Final[tuple[Scoring, ...]] = ("cards", "turns")

SOLVED: Final = "Solver!"
"""The answer to the right guess."""


@dataclass(frozen=True, slots=True)
class TrialSetting:
    """Under which a rule is looked for.

    ``hand`` are the cards in hand, ``turns`` the cards that may be played after the first one.
    With ``scoring`` "cards" a guess costs the card that would be drawn in that turn, there is one
    last guess after the last turn, and a rule that is found is worth ``turns`` + 2 less the cards
    on the tracks (R7, R9, R11). With "turns" the hand is always filled up, and a rule that is
    found is worth ``turns`` + 1 less the turns and less 2 for each wrong guess, or nothing. The
    ``master`` is known: the "program" takes a rule of the catalogue, a "player" any.
    Raises ``BadOption`` or ``RuleError`` for what cannot be.
    """

    deck: str = "solver"
    hand: int = 12
    turns: int = 24
    scoring: Scoring = "cards"
    master: Master = "program"

    def __post_init__(self) -> None:
        cards = len(deck_called(self.deck).cards)
        if self.scoring not in SCORINGS:
            raise BadOption(f"The scoring is {listed(SCORINGS, 'or')}, not {self.scoring[:40]!r}.")
        if self.hand < 1 or self.turns < 1 or self.hand + self.turns > cards:
            raise BadOption(
                f"With {cards} cards the hand and the turns are at least 1, and at most {cards} "
                f"together; not {self.hand} and {self.turns}."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentView:
    """What an agent knows when it is asked.

    ``level`` is that of the secret rule; ``turn`` counts from 1. ``guesses`` have the Master's
    answers. ``may_guess`` is false once a guess was made in this turn, and ``last`` says that there
    is nothing left but a last guess.
    """

    conditions: TrialSetting
    level: int
    turn: int
    hand: tuple[int, ...]
    track: tuple[JudgedCard, ...]
    guesses: tuple[tuple[str, str], ...]
    may_guess: bool
    last: bool = False

    @property
    def deck(self) -> Deck:
        """The deck that is played with."""
        return deck_called(self.conditions.deck)


@dataclass(frozen=True, slots=True)
class Utterance:
    """What an agent answers: a card of its hand, a guess before it, or at the end neither.

    ``belief`` is what it holds for most likely, where it says so; it counts for nothing but for
    the share of cards that could have refuted it.
    """

    card: int | None = None
    guess: str | None = None
    belief: str | None = None


class RuleSeeker(Protocol):
    """Who looks for a rule."""

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """What it does; ``wrong`` tells what was the matter with its last answer.

        Raises ``UnreadableReply`` for an answer that means nothing.
        """


@dataclass(frozen=True, slots=True)
class TrialLine:
    """One thing that happened: a card, a guess, or an answer that could not be used.

    ``turn`` is 0 for the first card. ``card`` is -1 where none was played; ``said`` has the guess,
    or why the answer could not be used; ``answer`` is what the Master said to a guess, ``belief``
    what the agent believed when it played a card. ``hand`` are the cards that it chose from.
    """

    turn: int
    what: Literal["card", "guess", "illegal", "unreadable"]
    card: int = -1
    accepted: bool = False
    said: str = ""
    answer: str = ""
    belief: str | None = None
    hand: tuple[int, ...] = ()


Log: TypeAlias = tuple[TrialLine, ...]


@dataclass(frozen=True, slots=True)
class TrialScore:
    """What a log comes to. ``turns`` are those begun, ``cards`` those on the tracks."""

    solved: bool
    score: int
    turns: int
    cards: int
    wrong: int
    illegal: int
    unreadable: int


def score_of(log: Sequence[TrialLine], conditions: TrialSetting) -> TrialScore:
    """The score, from the log alone.

    >>> log = [TrialLine(0, "card"), TrialLine(1, "card"), TrialLine(2, "guess", answer="Solver!")]
    >>> score_of(log, TrialSetting()).score, score_of(log, TrialSetting(scoring="turns")).score
    (24, 23)
    """
    count = {what: sum(line.what == what for line in log) for what in ("card", "guess")}
    solved = any(line.answer == SOLVED for line in log)
    wrong = count["guess"] - solved
    turns = log[-1].turn if solved else conditions.turns
    if conditions.scoring == "cards":
        score = (conditions.turns + 2 - count["card"]) * solved
    else:
        score = max(0, (conditions.turns + 1 - turns) * solved - 2 * wrong)
    mistakes = [sum(line.what == what for line in log) for what in ("illegal", "unreadable")]
    return TrialScore(solved, score, turns, count["card"], wrong, *mistakes)


@dataclass(slots=True)
class Trial:
    """A search for one secret rule, dealt from a seed."""

    secret: Rule
    level: int
    conditions: TrialSetting
    seed: str
    log: list[TrialLine] = field(default_factory=list)
    track: list[JudgedCard] = field(default_factory=list)
    guesses: list[tuple[str, str]] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)

    def play(self, agent: RuleSeeker) -> Log:
        """Everything that happened, up to the right guess or the end."""
        deck = self.secret.deck
        cards = list(range(len(deck.cards)))
        random.Random(f"{self.seed}/deck").shuffle(cards)
        rng = random.Random(f"{self.seed}/agent")
        self._lay(0, cards.pop(), None)
        self.hand = sorted(cards.pop() for _ in range(self.conditions.hand))
        for turn in range(1, self.conditions.turns + 1):
            guesses = len(self.guesses)
            if self._turn(agent, rng, turn):
                return tuple(self.log)
            paid = self.conditions.scoring == "cards" and len(self.guesses) > guesses
            if cards and len(self.hand) < self.conditions.hand and not (paid and self.hand):
                self.hand = sorted((*self.hand, cards.pop()))
        if self.conditions.scoring == "cards":
            self._turn(agent, rng, self.conditions.turns + 1)
        return tuple(self.log)

    def _turn(self, agent: RuleSeeker, rng: random.Random, turn: int) -> bool:
        """Whether the rule is found in this turn; after three mistakes the turn is lost."""
        wrong, mistakes = None, 0
        last, may_guess = turn > self.conditions.turns, True
        while mistakes < MOST_MISTAKES:
            seen = AgentView(
                conditions=self.conditions,
                level=self.level,
                turn=turn,
                hand=tuple(self.hand),
                track=tuple(self.track),
                guesses=tuple(self.guesses),
                may_guess=may_guess,
                last=last,
            )
            try:
                said = agent.act(seen, rng, wrong)
                guess = self._allowed(said, seen)
            except UnreadableReply as problem:
                wrong = Wrong("unreadable", str(problem))
            except RuleError as problem:
                wrong = Wrong("illegal", str(problem))
            else:
                wrong = None
                if guess is not None:
                    may_guess = False
                    if self._guess(turn, guess):
                        return True
                if last:
                    return False
                if said.card is not None:
                    self._lay(turn, said.card, said.belief)
                    return False
                continue
            mistakes += 1
            what: Literal["illegal", "unreadable"] = (
                "illegal" if wrong.kind == "illegal" else "unreadable"
            )
            self.log.append(TrialLine(turn, what, said=wrong.sentence))
        return False

    def _allowed(self, said: Utterance, seen: AgentView) -> Rule | None:
        """The rule that is guessed; raises ``RuleError`` where what is said is not allowed."""
        deck = self.secret.deck
        if seen.last and said.card is not None:
            raise RuleError("There is nothing left but a last guess.")
        if said.card is not None and said.card not in seen.hand:
            raise RuleError(f"{deck.card_name(said.card)} is not in your hand.")
        if said.guess is not None and not seen.may_guess:
            raise RuleError("There is one guess a turn: now play a card.")
        if said.card is None and said.guess is None and not seen.last:
            raise RuleError("A turn is a card, with or without a guess before it.")
        return None if said.guess is None else parse(said.guess, deck)

    def _lay(self, turn: int, card: int, belief: str | None) -> None:
        hand = tuple(self.hand)
        accepted = self.secret.judge(self.track, card)
        self.track.append(JudgedCard(card, accepted))
        if turn:
            self.hand.remove(card)
        self.log.append(TrialLine(turn, "card", card, accepted, belief=belief, hand=hand))

    def _guess(self, turn: int, guess: Rule) -> bool:
        from facedown.deduce.rules.parts import answer  # it loads NumPy

        said = answer(self.secret, guess)
        self.guesses.append((guess.sentence, said))
        self.log.append(TrialLine(turn, "guess", said=guess.sentence, answer=said))
        return said == SOLVED


DRAWN: Final = 2_000
"""Rules that are drawn by the law; many of them more than once."""


class Weighed(NamedTuple):
    """A rule of a pool; weights of a pool are whole numbers in proportion."""

    rule: Rule
    weight: int


Pool = tuple[Weighed, ...]


@lru_cache(maxsize=4)
def lawful(deck: Deck, count: int = DRAWN) -> Pool:
    """Rules drawn by the law of a deck, the same ones every time, with how often they came."""
    rng = random.Random("lawful")
    drawn = Counter(draw_rule(deck, rng) for _ in range(count))
    return tuple(Weighed(rule, times) for rule, times in drawn.items())


def pool_of(deck: Deck, played: Iterable[Rule]) -> Pool:
    """The pool where these rules are played.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> pool = pool_of(SOLVER, [parse("red", SOLVER)])
    >>> 2 * pool[0].weight == sum(each.weight for each in pool)
    True
    """
    rules = list(dict.fromkeys(played))
    drawn = lawful(deck)
    total = sum(each.weight for each in drawn)
    return (
        *(Weighed(rule, total) for rule in rules),
        *(Weighed(each.rule, each.weight * len(rules)) for each in drawn),
    )


def bits(chance: float) -> float:
    """The entropy of a verdict that is "accepted" with such a chance.

    >>> bits(0.5), bits(1.0)
    (1.0, 0.0)
    """
    return sum(-p * log2(p) for p in (chance, 1 - chance) if p > 0)


ASKED: Final = 24
"""Where so few rules are left it is worked out what each of them answers to the guesses."""


class Left:
    """The rules of a pool that give every verdict so far, and the answers to guesses.

    What rules of the catalogue answer each other is known at once. What others do takes long to
    work out, so they are asked once ``ASKED`` rules or fewer are left.
    """

    def __init__(self, pool: Pool) -> None:
        self._rows: list[tuple[Weighed, RuleMachine, list[int]]] = []
        for each in pool:
            machine = machine_of(each.rule.deck, each.rule.condition)
            self._rows.append((each, machine, machine.start()))
        self._track: list[JudgedCard] = []
        self._told: list[tuple[Rule, str]] = []
        self._look()

    def copy(self) -> Left:
        """An independent copy."""
        made = Left(())
        made._track = self._track[:]
        made._told = self._told[:]
        made._rows = [(each, machine, states[:]) for each, machine, states in self._rows]
        made._look()
        return made

    def _look(self) -> None:
        """Which cards each rule accepts now."""
        self._masks = [machine.verdicts(states) for _, machine, states in self._rows]
        self.total = sum(each.weight for each, _, _ in self._rows)

    @property
    def rules(self) -> list[Weighed]:
        """What is left, in the order of the pool."""
        return [each for each, _, _ in self._rows]

    def take(self, play: JudgedCard) -> None:
        """Leaves out the rules that give another verdict."""
        self._track.append(play)
        rows = zip(self._rows, self._masks, strict=True)
        self._rows = [row for row, mask in rows if bool(mask >> play.card & 1) == play.accepted]
        for _, machine, states in self._rows:
            machine.step(states, play)
        self._ask()
        self._look()

    def told(self, guess: Rule, said: str) -> None:
        """Leaves out the rules that would have given another answer to a guess."""
        self._told.append((guess, said))
        self._ask()
        self._look()

    def _ask(self) -> None:
        if self._told:
            few = len(self._rows) <= ASKED
            self._rows = [
                row
                for row in self._rows
                if all(_can_answer(row[0].rule, *told, ask=few) for told in self._told)
            ]

    def chance(self, card: int) -> float:
        """How likely it is that a card is accepted; at least one rule has to be left."""
        said = sum(
            row[0].weight
            for row, mask in zip(self._rows, self._masks, strict=True)
            if mask >> card & 1
        )
        return said / self.total

    def best_card(self, hand: Sequence[int]) -> tuple[int, float]:
        """The card whose verdict tells most, and how many bits; the first of several."""
        told = [(bits(self.chance(card)), card) for card in hand]
        most = max(each for each, _ in told)
        return next((card, each) for each, card in told if each == most)

    def likeliest(self) -> Rule:
        """The rule that weighs most; the first of several."""
        return max(self.rules, key=lambda each: each.weight).rule

    def could_refute(self, guess: Rule, card: int) -> bool:
        """Whether some rule that is left judges a card otherwise than a guess does."""
        says = guess.judge(self._track, card)
        return any(bool(mask >> card & 1) != says for mask in self._masks)


def _can_answer(secret: Rule, guess: Rule, said: str, *, ask: bool) -> bool:
    """Whether a rule answers so, or may: one that is not known and not asked may."""
    if secret == guess:
        return said == SOLVED
    known = known_answer(secret.sentence, guess.sentence) if secret.deck is SOLVER else None
    if known is None and ask:
        from facedown.deduce.rules.space.belief import answer_to  # which needs NumPy

        known = answer_to(secret, guess)
    return known is None or known == said
