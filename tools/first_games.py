"""Writes the first games that the pages tell step by step: `python tools/first_games.py`.

Each is an ordinary log of one game, made of fixed moves over a fixed seed; the notes between the
moves say what happens and why. They have to be written again when a game's rules version goes up.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from facedown.core.game import Game
from facedown.core.log import Entry, write_log
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.registry import new_game
from facedown.games.mystery.moves import Buy, Name, Take
from facedown.games.solid.moves import EndTurn, LetHappen, Protect, Share, UseEvent
from facedown.games.solid.moves import Play as SolidPlay
from facedown.games.solver.moves import Draw, Guess
from facedown.games.solver.moves import Play as SolverPlay
from facedown.games.suspense.moves import Fold, Play
from facedown.games.turing.moves import Ask, Declare, Propose, Stop

Scene: TypeAlias = Sequence[str | tuple[int, Move]]
"""Captions, and moves with their seats, in order."""

TURING: Scene = (
    (
        "Four verifiers lie on the table, A to D, each with a card. Each checks exactly one "
        "of the laws on its card, in secret. One code of three digits from 1 to 5 satisfies "
        "all four: blue triangle, yellow square, purple circle. You are looking for that "
        "code."
    ),
    (
        "A round goes like this: compose a proposal, ask up to three verifiers whether it "
        "satisfies their law, then name the code or go on. You begin with 112."
    ),
    (0, Propose("112")),
    (
        "In 112 the yellow digit is 1, which is odd. Verifier A’s law is about just that: is "
        "yellow even or odd? Ask A."
    ),
    (0, Ask("A")),
    (
        "No: 112 does not satisfy A’s law. So A does not check that yellow is odd. It checks "
        "that yellow is even, and the code has a yellow 2 or 4."
    ),
    "D counts even digits. 112 has exactly one, the purple 2.",
    (0, Ask("D")),
    (
        "Yes: D’s law is that exactly one digit is even. You know which one that is, as "
        "yellow is even. So blue and purple are odd."
    ),
    (
        "One more question can be asked in this round. C asks which colour is smaller than "
        "both others. In 112 none is, as blue and yellow are equal."
    ),
    (0, Ask("C")),
    (
        "No, whichever of its laws C checks: this question has told nothing. Three questions "
        "are all there are in a round; now everybody declares."
    ),
    (
        "What is left? Exactly one code satisfies all four laws. Were blue or purple the "
        "smallest, or blue and purple equal, several codes would. So yellow is smallest and "
        "blue and purple differ: only 325 and 523 are left. You go on."
    ),
    (0, Declare(solve=False)),
    (
        "The second round. You compose 523: it may be the code, and B, which compares blue "
        "with purple, tells it from 325."
    ),
    (0, Propose("523")),
    (0, Ask("B")),
    (
        "Yes: in 523 blue is greater than purple, and so it is in the code. 325 is out, and "
        "only 523 is left."
    ),
    ("You could ask two more verifiers, but you need no more: stop asking, and name the code."),
    (0, Stop()),
    (0, Declare(solve=True, code="523")),
    (
        "523 is right. You needed four questions in two rounds. The Machine, which plays "
        "against a single player, needed only two questions in one round: it chooses its "
        "proposals and questions so that it needs the fewest on average. The aids at the table "
        "show what follows from the answers you have."
    ),
)

SUSPENSE: Scene = (
    (
        "Thirteen cards, each with a condition for winning. One of them lies face down: only "
        "its condition counts, and only the dealer may look at it. Player 2 deals, you hold "
        "six cards."
    ),
    (
        "Each of your own cards tells you what the secret is not. The dealer’s plays will "
        "tell you what it may be. The dealer begins."
    ),
    (1, Play("W6")),
    (
        "White 6, the highest white there is. Had the secret asked for the highest white in "
        "hand, the dealer would have kept it. Perhaps it asks for the highest white in play."
    ),
    "On your first turn you must play a card. Black 1 gives away little.",
    (0, Play("B1")),
    (1, Play("W5")),
    (
        "Another high white. Of the conditions left, one would explain both: the highest "
        "white in play, which is the card white 3. You hold no white that is higher than 6."
    ),
    (
        "The sum on the table is 12; at 15 the round ends and the secret is shown. If you "
        "stay in and lose, you get nothing. Who folds and would have lost gets 1 point. You "
        "fold."
    ),
    (0, Fold()),
    (
        "The secret was white 3 indeed: the highest white in play wins, and that is the "
        "dealer’s 6. Its two stars are the dealer’s points, and folding in time has won you "
        "one. Usually rounds go on until somebody has ten."
    ),
)


MYSTERY: Scene = (
    (
        "Sixteen cards lie face down in a grid: the jacks, queens, kings and aces. Every row is "
        "one rank and every column one suit, but nobody knows which. You are looking for the card "
        "in A1."
    ),
    (
        "The cards of all cells with the same token make a pile. Pile Q1 has the cards of A2, B1, "
        "C3 and D4, Q2 those of A4, C2 and D1, Q3 those of B2, B4 and D2. A question turns up a "
        "card of a pile, but does not say where it lay."
    ),
    (
        "You pay with low cards. Of two that are turned up you take one, and the other is gone. A "
        "pair buys a question of Q1, so you start with a six."
    ),
    (0, Take("6C")),
    (0, Take("4S")),
    (0, Take("10H")),
    (0, Take("6S")),
    "Two sixes are a pair. You buy a question of Q1 before you take the next card.",
    (0, Buy("Q1", ("6S", "6C"))),
    (
        "The queen of clubs is on A2, B1, C3 or D4. That leaves much open, but a four lies there, "
        "which makes another pair with yours."
    ),
    (0, Take("4H")),
    (0, Buy("Q1", ("4S", "4H"))),
    "The jack of hearts is in Q1 too. For the other piles you need three of a kind or of a suit.",
    (0, Take("5C")),
    (0, Take("8H")),
    (0, Take("8D")),
    (0, Take("8C")),
    "Three eights: they pay for Q3.",
    (0, Buy("Q3", ("8H", "8D", "8C"))),
    (
        "The jack of clubs. One jack is in Q1 and one in Q3, so the row of jacks has cells in "
        "both: it is row B or row D. A jack in Q2 would decide it, for only row D has all three."
    ),
    (0, Take("7C")),
    (0, Take("9C")),
    "Three clubs pay for Q2.",
    (0, Buy("Q2", ("5C", "7C", "9C"))),
    (
        "The jack of diamonds: row D is the jacks. In row D, Q2 has D1, Q3 has D2 and Q1 has D4. "
        "So column 1 is diamonds, column 2 clubs and column 4 hearts; spades are left for column "
        "3."
    ),
    (
        "The queen of clubs is in column 2, and the only cell of Q1 there is A2. So row A is the "
        "queens, and A1 is the queen of diamonds."
    ),
    (0, Name("QD")),
    (
        "Right. The low cards that were not turned up are your score; four questions is about what "
        "the puzzle needs."
    ),
)


SOLVER: Scene = (
    (
        "A secret rule says which cards are accepted, and you are to find it. It is of level 1: "
        "it names some colours, shapes or numbers. There are 34 such rules. Every card shows one "
        "of four colours, one of four shapes, and a number from 1 to 4."
    ),
    (
        "The first card, a green square 4, was accepted: it lies at position 1 of the main track. "
        "So everything that forbids green, squares or fours is out; 19 rules are left. On your "
        "turn you play a card first."
    ),
    (
        "A good card is one that about half of the rules would accept. Yellow circle 1 shares "
        "nothing with the first card: 9 of the 19 rules would accept it."
    ),
    (0, SolverPlay("yellow circle 1")),
    (
        "Accepted, at position 2. Each rule that allows only one colour, one shape or one number "
        "is out, and more: 9 rules are left. Now you guess, draw a card or swap your hand."
    ),
    (0, Draw()),
    "A blue two: neither was seen before, but another square. 5 of the 9 rules would accept it.",
    (0, SolverPlay("blue square 2")),
    (
        "Accepted too. 5 rules are left: “not red”, “not triangle”, “not diamond”, “not number 3”, "
        "and “circle or square”. You draw, and play a diamond."
    ),
    (0, Draw()),
    (0, SolverPlay("blue diamond 4")),
    (
        "Not accepted: it hangs under position 3, on the error track. Blue and 4 were accepted "
        "before, so it is the diamond. 2 rules are left: “not diamond” and “circle or square”."
    ),
    (
        "You guess one of them instead of drawing a card. A wrong guess costs one of the eight "
        "lives, but it is answered."
    ),
    (0, Guess("not diamond")),
    (
        "1: one part of the guess is in the rule, in the same, a looser or a stricter form. "
        "Whatever is a circle or a square is no diamond. 1 rule is left. Before you can say it, "
        "you play another card."
    ),
    (0, SolverPlay("red triangle 1")),
    "A triangle is not accepted, as it should be. Now say it.",
    (0, Guess("circle or square")),
    (
        "Solver! Five cards lie on the tracks, the first one too: 26 − 5 = 21 points. The fewer "
        "cards, the better."
    ),
)

SOLID: Scene = (
    (
        "Everybody gathers data in a pod, and shares them for points. A full pod ends the game: 3 "
        "data of each of the five types, 7 of two types, or 22 in all. Whoever then has most "
        "points wins, whoever ended it. This game is short: it is counted after turn 6."
    ),
    (
        "You begin. You hold four data cards, one buying, two mobility and one competences, and "
        "M5+3+3, a sharing card for 15 points. It needs 5 mobility, 3 competences and 3 buying: "
        "that is far off."
    ),
    "On a turn you play up to three cards. Data go into your pod, where everybody sees them.",
    (0, SolidPlay("B")),
    (0, SolidPlay("M")),
    (0, SolidPlay("M")),
    (
        "Three cards are played. You keep the other two: M5+3+3 has a second side, an event, that "
        "may be of use later. As you end your turn you draw until you hold five cards."
    ),
    (0, EndTurn()),
    (
        "Two more buying, and a protect card. That is played out of turn, when an event of "
        "somebody else hits your cards. Now it is the turn of Player 2, whose hand is hidden."
    ),
    (1, SolidPlay("H")),
    (1, SolidPlay("S")),
    (1, SolidPlay("S")),
    (1, EndTurn()),
    "Player 2 has 2 social media and 1 health, and five cards again. You go on with buying.",
    (0, SolidPlay("B")),
    (0, SolidPlay("B")),
    (0, SolidPlay("C")),
    (0, EndTurn()),
    (
        "You drew B4: 3 points for 4 buying. You have 3 in your pod, and the fourth is in your "
        "hand. On your next turn you can share B4, if nobody takes a buying from you."
    ),
    (1, UseEvent("steal", 0, "B")),
    (
        "Player 2 plays steal on your buying. You would be left with 2, and with the one in your "
        "hand with 3: too few for B4."
    ),
    (
        "You are asked whether you protect. Whoever may hold a protect card is asked, with or "
        "without one in hand, so that the question gives nothing away. You protect."
    ),
    (0, Protect("protect")),
    (
        "Prevented. Steal and protect both lie in the discard pile, your 3 buying are still there, "
        "and one play of Player 2 is used up."
    ),
    (1, Share("S2")),
    "S2 needs 2 social media and is 1 point. Sharing spends no data: both stay in the pod.",
    (1, SolidPlay("S")),
    (1, EndTurn()),
    (
        "Your turn. You hold four cards only: the protect card is replaced no sooner than at the "
        "end of your turn. You play the fourth buying."
    ),
    (0, SolidPlay("B")),
    (0, Share("B4")),
    (
        "3 points for you, 1 for Player 2. One play is left. M5+3+3 still lacks 3 mobility and 2 "
        "competences, so you play it as an event: it destroys a sharing card under 8 points."
    ),
    (0, UseEvent("M5+3+3", 1, "S2")),
    "Now Player 2 is asked, whatever the hidden hand holds.",
    (1, LetHappen()),
    (
        "S2 goes to the discard pile, and Player 2 is left with 0 points. You end your turn, and "
        "Player 2 has the last one."
    ),
    (0, EndTurn()),
    (1, SolidPlay("S")),
    (1, SolidPlay("H")),
    (1, SolidPlay("C")),
    "4 social media now, but no card was shared for them. With the end of this turn the game ends.",
    (1, EndTurn()),
    (
        "Turn 6 was the last: you win by 3 points to 0. Usually one plays on until a pod is full. "
        "Yours lacks 9 data for 3 of each, 8 for 7 of two types and 15 for 22 in all. End a game "
        "only when you are ahead."
    ),
)


def play(game: Game, seed: str, players: tuple[str, ...], scene: Scene) -> Match:
    """The match in which all of a scene has happened."""
    match = Match(game, seed, players)
    for part in scene:
        if isinstance(part, str):
            match.log.entries.append(Entry(0, note=part))
        else:
            match.play(*part)
    return match


def main() -> int:
    """Writes the logs into the games' folders."""
    games = Path(__file__).resolve().parent.parent / "src" / "facedown" / "games"
    scenes = {
        "turing": play(new_game("turing", 1, cards="6,12,14,17"), "5", ("human",), TURING),
        "mystery": play(new_game("mystery", 1), "63", ("human",), MYSTERY),
        "solver": play(new_game("solver", 1), "6", ("human",), SOLVER),
        "solid": play(new_game("solid", 2, turns=6), "7036", ("human", "human"), SOLID),
        "suspense": play(new_game("suspense", 2, goal=0), "41914", ("human", "human"), SUSPENSE),
    }
    for name, match in scenes.items():
        assert match.outcome is not None, f"the first game of {name} does not end"
        path = games / name / "tutorial.jsonl"
        path.write_text(write_log(match.log), "utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
