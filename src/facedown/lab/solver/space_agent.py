"""The Investigator looking for a rule outside of the game, by a space of rules over any deck."""

from __future__ import annotations

import random

from facedown.deduce.rules import parse
from facedown.deduce.rules.space.belief import Belief, believed, bits
from facedown.lab.players import Wrong
from facedown.lab.solver.trial import AgentView, Utterance
from facedown.players.solver.investigator import Outlook, best_card, choose, worth_points


class SpaceAgent:
    """Goes by what was believed before the first card, every verdict and every answer."""

    def __init__(self, prior: Belief) -> None:
        self._prior = prior

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        """The card that tells most, and a guess before it that is worth a card, or gains points."""
        del wrong
        deck = seen.deck
        by_turns = seen.conditions.scoring == "turns"
        told = tuple(
            (parse(guess, deck), None if by_turns else said) for guess, said in seen.guesses
        )
        belief = believed(self._prior, seen.track, told)
        best = belief.best()
        likely = None if best is None else best[0].sentence
        if seen.last:
            return Utterance(guess=likely)
        if by_turns and best is not None:
            chances = belief.chances()
            most = max(bits(chances[card]) for card in seen.hand)
            if seen.may_guess and worth_points(
                best[1], most, seen.conditions.turns - seen.turn + 1
            ):
                return Utterance(guess=likely)
            return Utterance(best_card(belief, seen.hand, rng), belief=likely)
        gone = {play.card for play in seen.track}.union(seen.hand)
        table = Outlook(
            seen.hand,
            seen.conditions.turns - seen.turn + 1,
            tuple(card for card in range(len(deck.cards)) if card not in gone),
            frozenset({"guess", "draw"}),
        )
        if seen.may_guess and likely is not None and choose(belief, table) == "guess":
            return Utterance(guess=likely)
        return Utterance(best_card(belief, seen.hand, rng), belief=likely)
