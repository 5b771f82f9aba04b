"""A game of two scripted agents over `reset`, `get_observation`, `step`; nothing else is needed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from facedown.lab.text_table import TextTable


def play(agents: dict[int, Callable[[str], str]], game: str, seed: int) -> dict[int, int]:
    """Points by seat."""
    env = TextTable(game, seats=len(agents))
    env.reset(seed=seed)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(agents[player](observation))
    rewards, _ = env.close()
    return rewards


def scripted(rng: random.Random) -> Callable[[str], str]:
    """Plays Suspense: a card of its hand, else folds."""

    def answer(observation: str) -> str:
        cards = [f"{colour}{n}" for colour in "WB" for n in range(1, 7)]
        line = "fold" if "Answer again" in observation else f"play {rng.choice(cards)}"
        return f"I think.\n```json\n{json.dumps({'line': line})}\n```"

    return answer


if __name__ == "__main__":
    rng = random.Random(7)
    print(play({0: scripted(rng), 1: scripted(rng)}, "suspense", seed=7))
