"""Why a move of SOLVER is refused: codes with the paragraphs of ``rulebook.md`` and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from facedown.core.refusal import Reason
from facedown.games.solver.setting import Phase

GAME_OVER = Reason("game-over", "R9", "The game is over.")
NATURES_TURN = Reason("natures-turn", "R17", "Cards are being dealt.")
SEATS_TURN = Reason("seats-turn", "R17", "No cards are to be dealt now.")
NOT_YOUR_TURN = Reason("not-your-turn", "R17", "It is the turn of {turn}.")
PLAY_FIRST = Reason("play-first", "R17", "First play a card from your hand.")
PLAYED_ALREADY = Reason("played-already", "R17", "You have played: now guess, draw or swap.")
WRITE_FIRST = Reason("write-first", "R16", "First write the secret rule.")
WRITTEN = Reason("written", "R16", "The secret rule is written already.")
NOT_IN_HAND = Reason("not-in-hand", "R17", "You do not hold {card}.")
NO_CARDS = Reason("no-cards", "R7", "Your hand is empty: you can only draw a card.")
SWAPPED = Reason("swapped", "R7", "You have swapped your hand already.")
DECK_EMPTY = Reason("deck-empty", "R8", "The deck is empty.")
ONLY_GUESS = Reason("only-guess", "R9", "These are the last guesses: guess or pass.")
NO_PASS = Reason("no-pass", "R9", "You can pass only when the last guesses are made.")
NO_RULE = Reason("no-rule", "R12", "That is no rule of the rule language.")
NO_SUCH_MOVE = Reason("no-such-move", "R17", "That is not a move of this game.")
JUDGE_FIRST = Reason("judge-first", "R14", "First say whether the card follows your rule.")
ANSWER_FIRST = Reason("answer-first", "R14", "First answer the guess: 0, 1, 2+ or Solver!.")
VOTE_FIRST = Reason("vote-first", "R10", "Vote on the rule: deducible or impossible.")
PREFER_FIRST = Reason("prefer-first", "R10", "Vote for the best rule of those who are tied.")
NOT_NOW = Reason("not-now", "R17", "Now you can only guess, draw or swap.")
NO_TEXT = Reason("no-text", "R14", "A rule in free words is one line of 1 to 200 characters.")

FIRST: Final[Mapping[Phase, Reason]] = MappingProxyType(
    {
        "rule": WRITE_FIRST,
        "judge": JUDGE_FIRST,
        "answer": ANSWER_FIRST,
        "vote": VOTE_FIRST,
        "best": PREFER_FIRST,
    }
)
"""What a seat is told that is to do nothing else than this."""
