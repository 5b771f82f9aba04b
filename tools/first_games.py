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
