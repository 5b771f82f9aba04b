"""Who can look for a rule: at random, by the language's law, SOLVER's bots, and programs."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json, from_json
from facedown.core.errors import BadOption, BadRecord
from facedown.core.registry import new_game
from facedown.core.roster import Bot, new_bot, roster_of
from facedown.deduce.rules import SOLVER, Deck, JudgedCard, RuleError, deck_called
from facedown.deduce.rules.law import draw_rule
from facedown.games.solver.moves import DRAW, PASS, Guess, names_of
from facedown.games.solver.rules import LIVES
from facedown.games.solver.view import Entry, SolverView
from facedown.lab.endpoint import (
    Address,
    Endpoint,
    again,
    conversation,
    is_address,
    key_in,
    object_in,
)
from facedown.lab.players import PREFIX, Program, UnreadableReply, Wrong
from facedown.lab.solver.trial import (
    DRAWN,
    AgentView,
    Left,
    RuleSeeker,
    TrialSetting,
    Utterance,
    lawful,
)

FEW: Final = 2
"""So many rules are left when the lawful agent guesses,"""

LITTLE: Final = 0.1
"""or so few bits can still be learnt from a card of its hand."""


class RandomAgent:
    """Plays any card, and at the end guesses any rule that the law draws."""

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """Any card, or any last guess."""
        del wrong
        ending = seen.last or seen.turn == seen.conditions.turns
        guess = draw_rule(seen.deck, rng).sentence if ending and seen.may_guess else None
        return Utterance(None if seen.last else rng.choice(seen.hand), guess)


class LawfulAgent:
    """Goes by rules drawn by the law of the deck: the card that tells most, then a guess.

    It takes verdicts into account, and which guesses were wrong, but not the parts they share.
    """

    def __init__(self) -> None:
        self._left = Left(())
        self._track: tuple[JudgedCard, ...] = ()

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """The card that tells most; a guess where little is left to be told, and at the end."""
        del wrong
        known = len(self._track)
        if not known or seen.track[:known] != self._track:  # another game
            self._left, known = Left(lawful(seen.deck)), 0
        for play in seen.track[known:]:
            self._left.take(play)
        self._track = seen.track
        tried = {guess for guess, _ in seen.guesses}
        left = [each for each in self._left.rules if each.rule.sentence not in tried]
        believed = max(left, key=lambda each: each.weight).rule.sentence if left else None
        card, told = rng.choice(seen.hand), 0.0
        if left:
            card, told = self._left.best_card(seen.hand)
        ending = seen.last or seen.turn == seen.conditions.turns
        ready = ending or len(left) <= FEW or told < LITTLE
        guess = believed if ready and seen.may_guess else None
        if seen.last:
            return Utterance(guess=guess)
        return Utterance(card, guess, believed)


class SeatedAgent:
    """One of SOLVER's bots, alone at a table of Cooperative."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """Its guess or its card; at a table it would be asked for one after the other."""
        del wrong
        if seen.last or (seen.may_guess and seen.turn > 1):
            said = self._bot.act(view_of(seen, guessing=True), rng)
            if isinstance(said, Guess):
                return Utterance(guess=said.rule)
            if seen.last:
                return Utterance()
        card = self._bot.act(view_of(seen, guessing=False), rng)
        assert isinstance(card, int)
        return Utterance(card)


def view_of(seen: AgentView, *, guessing: bool) -> SolverView:
    """The same as a lone Investigator of SOLVER sees it, before a guess or before a card."""
    hand = names_of(sum(1 << card for card in seen.hand))
    entries = [
        Entry(-1 if index == 0 else 0, "play", seen.deck.card_name(play.card), play.accepted)
        for index, play in enumerate(seen.track)
    ]
    entries += [
        Entry(0, "guess", rule=rule, answer=answer)  # type: ignore[arg-type]  # read from a log
        for rule, answer in seen.guesses
    ]
    return SolverView(
        seat=0,
        seats=1,
        actors=(0,),
        legal=((PASS,) if seen.last else (DRAW,)) if guessing else seen.hand,
        outcome=None,
        mode="cooperative",
        master=seen.conditions.master,
        level=seen.level,
        phase=("last" if seen.last else "choose") if guessing else "play",
        master_seat=-1,
        turn=0,
        rule=None,
        dealt=hand,
        hand=hand,
        counts=(len(hand),),
        deck=len(seen.deck.cards) - len(seen.track) - len(hand),
        lives=max(1, LIVES - len(seen.guesses)),
        swapped=(),
        history=tuple(entries),
        rounds=(),
        points=(0,),
        votes=(None,),
    )


@dataclass(frozen=True, slots=True)
class Answered:
    """What a program answers."""

    card: str | None = None
    guess: str | None = None
    belief: str | None = None


class OutsideAgent:
    """A program that is asked over JSON lines."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """What it answers."""
        return uttered(self._program.ask(question(seen, rng.randrange(2**32), wrong)), seen.deck)


class AskedModel:
    """A model behind an endpoint for chats; each turn is a conversation of its own."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._said = ""
        self._wrong: list[tuple[str, str]] = []

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """What it writes, of which the last block counts."""
        del rng
        self._wrong = [] if wrong is None else [*self._wrong, (self._said, again(wrong))]
        asked = conversation(rules_told(seen), position_told(seen), self._wrong)
        self._said, _ = self._endpoint.ask(asked)
        return uttered(object_in(self._said), seen.deck)


def uttered(answer: dict[str, Json], deck: Deck) -> Utterance:
    """An answer as it was given; raises ``UnreadableReply`` with one sentence."""
    try:
        given = from_json(Answered, answer, "the answer")
    except BadRecord as problem:
        raise UnreadableReply(f"{str(problem)[0].upper()}{str(problem)[1:]}") from None
    try:
        card = None if given.card is None else deck.read_card(given.card)
    except RuleError as problem:
        raise UnreadableReply(str(problem)) from None
    return Utterance(card, given.guess, given.belief)


RULES_TOLD: Final = """\
A secret rule says which cards are accepted. Find it. There are {cards} cards, such as {card}. \
Each has {attributes}.

On each of {turns} turns you play one card of your hand and hear whether it is accepted. Accepted \
cards lie in a row; whether a card is accepted may depend on those before it in the row, in order. \
Before the card you may guess the rule, once a turn. {scoring}
The answer to a guess is "Solver!" when it is the rule, however it is worded: it has the same \
verdict on every possible row. Else it is how many parts of it are in the rule: 0, 1 or 2+.

Rules are said in English, such as:
{rules}
Join them with and, or, and round brackets.

Every question is for one turn. Think first if you like, then end with one block:
```json
{{"card": "a card of your hand", "guess": "a rule, or leave it out", "belief": "what you hold for \
most likely, or leave it out"}}
```
Only the last block is read. After a wrong guess without a card you are asked for the card."""

SCORING_TOLD: Final = {
    "cards": "A guess costs the card that you would draw after the turn, and there is one last "
    "guess after the last turn. The rule is worth {best} points less the cards that were played.",
    "turns": "Your hand is always filled up. The rule is worth {best} points less the turns that "
    "it took, and less 2 for each wrong guess.",
}


def rules_told(seen: AgentView) -> str:
    """What is to be done, and the form of answers: the same in all turns of a search."""
    deck, conditions = seen.deck, seen.conditions
    best = conditions.turns + (2 if conditions.scoring == "cards" else 1)
    return RULES_TOLD.format(
        cards=len(deck.cards),
        card=deck.card_name(len(deck.cards) // 2),
        attributes="; ".join(f"{a.name}: {', '.join(a.values)}" for a in deck.attributes),
        turns=conditions.turns,
        scoring=SCORING_TOLD[conditions.scoring].format(best=best),
        rules="\n".join(f"- {rule}" for rule in forms_of(deck)),
    )


def forms_of(deck: Deck) -> tuple[str, ...]:
    """A rule of each kind that the language has, in the words of a deck.

    >>> forms_of(SOLVER)[:2]
    ('blue or red', 'not blue')
    """
    plain = next(each for each in deck.attributes if not each.ordered)
    number = next(each.name for each in deck.attributes if each.ordered)
    one, two, *_ = plain.values
    return (
        f"{one} or {two}",
        f"not {one}",
        f"either {one} or odd but not both",
        *(f"same {each.name} as the last card" for each in deck.attributes),
        f"different {number} from the last card but one",
        f"higher {number} than the last card",
        f"{number} exactly 1 higher than the last card",
        f"if the last card is {one} then odd else even",
        f"in turn {one}, {two} starting anywhere",
        f"the count of {one} cards so far is at least 2",
        f"different {plain.name} from every earlier card",
        "shares exactly 1 attribute with the last card",
        "the position is odd",
        f"the sum of the {number}s of this card and the last card is even",
    )


def position_told(seen: AgentView) -> str:
    """What an agent knows at its turn, in words."""
    deck = seen.deck
    cards = [
        f"- {deck.card_name(play.card)}: {'accepted' if play.accepted else 'not accepted'}"
        for play in seen.track
    ]
    guesses = [f"- {rule}: {answer}" for rule, answer in seen.guesses]
    hand = ", ".join(deck.card_name(card) for card in seen.hand)
    turn = "The last turn is over." if seen.last else f"Turn {seen.turn}."
    due = (
        "Say your last guess, or nothing."
        if seen.last
        else "Play a card, with a guess before it if you like."
        if seen.may_guess
        else "Play a card."
    )
    return "\n".join(
        (
            "Cards so far, in the order they were played:",
            *cards,
            "Guesses so far, with their answers:",
            *(guesses or ("- none",)),
            f"Your hand: {hand}.",
            f"{turn} {due}",
        )
    )


def question(seen: AgentView, luck: int, wrong: Wrong | None) -> dict[str, Json]:
    """What a program is asked."""
    deck = seen.deck
    return {
        "ask": "rule",
        "deck": {
            "name": deck.name,
            "attributes": {each.name: list(each.values) for each in deck.attributes},
        },
        "scoring": seen.conditions.scoring,
        "turns": seen.conditions.turns,
        "level": seen.level,
        "turn": seen.turn,
        "hand": [deck.card_name(card) for card in seen.hand],
        "track": [
            {"card": deck.card_name(play.card), "accepted": play.accepted} for play in seen.track
        ],
        "guesses": [{"rule": rule, "answer": answer} for rule, answer in seen.guesses],
        "may_guess": seen.may_guess,
        "last": seen.last,
        "luck": luck,
        "wrong": None if wrong is None else wrong.json,
    }


def agent_called(name: str, conditions: TrialSetting) -> RuleSeeker:
    """The agent of that name: ``random``, ``lawful``, a bot of SOLVER, a program or an endpoint.

    These are ``program:COMMAND`` and ``URL#MODEL``.

    With another deck than SOLVER's the Investigator goes by the rules that people think of. Raises
    ``BadOption`` with one sentence.
    """
    if name.startswith(PREFIX):
        return OutsideAgent(Program(name.removeprefix(PREFIX)))
    if is_address(name):
        return AskedModel(Endpoint(Address.read(name), key_in(os.environ)))
    if name == "random":
        return RandomAgent()
    if name == "lawful":
        return LawfulAgent()
    game = new_game("solver", 1)
    bots = list(roster_of(game).bots)
    if name not in bots:
        known = ", ".join(("random", "lawful", *bots))
        raise BadOption(
            f"There is no agent {name[:40]!r}; there are {known}, program:COMMAND and URL#MODEL."
        )
    if conditions.deck != SOLVER.name and name == "investigator":
        from facedown.deduce.rules.space.belief import peoples_prior  # which needs NumPy
        from facedown.lab.solver.space_agent import SpaceAgent

        return SpaceAgent(peoples_prior(deck_called(conditions.deck)))
    if conditions.deck != SOLVER.name:
        raise BadOption(f"{name} plays with SOLVER's deck alone, not with {conditions.deck}.")
    return SeatedAgent(new_bot(game, name))


def knowledge(name: str, conditions: TrialSetting) -> str:
    """What an agent goes by, in words.

    >>> knowledge("investigator", TrialSetting())
    'the rules of the catalogue that have the level of the secret one'
    """
    if name.startswith(PREFIX):
        return "what its program knows"
    if is_address(name):
        return "what its model knows"
    if name == "random":
        return "nothing"
    if name == "lawful":
        return f"{DRAWN:,} rules drawn by the law of the language"
    if conditions.deck != SOLVER.name:
        return "the space of rules that people think of"
    if name != "investigator":
        return "plain ideas, and the level of the secret one"
    if conditions.master == "program":
        return "the rules of the catalogue that have the level of the secret one"
    return "the rules of the level, those of the catalogue, and the large space"
