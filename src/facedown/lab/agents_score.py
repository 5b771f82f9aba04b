"""What a game of an agent was worth, from its log: beside exact play where that is known.

Everything is told by the judge of the game, from the seat's view at each moment (``analysis``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from facedown.analysis import analyse
from facedown.analysis.analysis import SeatAnalysis
from facedown.core.game import Game
from facedown.core.judging import Judge, Verdict
from facedown.core.log import Log, apply_move, read_log
from facedown.core.moves import Move, move_from_json
from facedown.core.roster import new_judge
from facedown.core.seats import Seat
from facedown.core.view import View


@dataclass(frozen=True, slots=True)
class AgentMeasure:
    """Something that is told of games: its short name, what it means, and which is good."""

    name: str
    title: str
    meaning: str
    share: bool = False
    few: bool = False


MEASURES: Final = (
    AgentMeasure("solved", "solved", "what was hidden was found", share=True),
    AgentMeasure("won", "won", "games won; a shared win counts in part", share=True),
    AgentMeasure("points", "points", "points of the seat; a lost game has none"),
    AgentMeasure(
        "efficiency", "efficiency", "(reference / agent)², 0 where not solved", share=True
    ),
    AgentMeasure(
        "rounds over", "rounds over", "rounds more than best play, where solved", few=True
    ),
    AgentMeasure(
        "questions over", "questions over", "questions more than best play, where solved", few=True
    ),
    AgentMeasure(
        "cards over", "cards over", "cards more than the reference, where solved", few=True
    ),
    AgentMeasure(
        "bits lost", "bits lost a question", "by how much the best question told more", few=True
    ),
    AgentMeasure(
        "could refute",
        "could refute",
        "tests of which an answer could have ruled the best guess out",
        share=True,
    ),
    AgentMeasure(
        "contradicted",
        "contradicted",
        "statements that what the seat knew had ruled out",
        share=True,
        few=True,
    ),
    AgentMeasure("forfeit", "forfeits", "games lost by wrong answers", share=True, few=True),
    AgentMeasure("unreadable", "unreadable", "answers that could not be read, a game", few=True),
    AgentMeasure("illegal", "illegal", "moves that the rules refused, a game", few=True),
    AgentMeasure("calls", "calls", "questions that the agent was asked, a game", few=True),
)
"""In the order in which they are told; of a game those that it has."""


def score(record: Mapping[str, Any], seat: Seat) -> dict[str, float]:
    """The measures of a finished game, from its record."""
    log = read_log(record["log"])
    game = log.new_game()
    judge = new_judge(game)
    seen, final, outcome = _seen(game, log, seat)
    found: dict[str, float] = {
        name: float(record[name]) for name in ("forfeit", "unreadable", "illegal", "calls")
    }
    solved = None if judge is None else judge.solved(final)
    if solved is not None:
        found["solved"] = float(solved)
    winners = outcome.winners if outcome is not None else ()
    found["won"] = 1 / len(winners) if seat in winners else 0.0
    found["points"] = float(outcome.points[seat]) if outcome is not None else 0.0
    if game.together:
        found["won"] = float(seat in winners)
    if judge is None or not judge.measure.decides:
        return found
    beliefs = {
        int(each["turn"]): move_from_json(game.facts.moves, each["move"])
        for each in record["beliefs"]
    }
    found |= _reasoned(judge, seen, beliefs)
    if outcome is not None:
        (judged,) = analyse(log, seats=(seat,)).seats
        found |= _beside_best(judge, judged, solved=bool(solved))
    elif solved is not None:
        found["efficiency"] = 0.0
    return {name: round(value, 6) for name, value in found.items()}


def _seen(game: Game, log: Log, seat: Seat) -> tuple[dict[int, tuple[View, Move]], View, Any]:
    """The seat's view before each of its moves with that move, by turn; and how all ended."""
    state, seen, turn = game.start(), dict[int, tuple[View, Move]](), 0
    for entry in log.entries:
        if entry.move is None:
            continue
        if entry.seat == seat:
            seen[turn] = state.view(seat), entry.move
        apply_move(state, entry.seat, entry.move)
        turn += 1
    return seen, state.view(seat), state.outcome()


def _reasoned(
    judge: Judge, seen: Mapping[int, tuple[View, Move]], beliefs: Mapping[int, Move]
) -> dict[str, float]:
    """Tests that could refute the best guess, and statements that were contradicted."""
    refuting, contradicted = list[bool](), list[bool]()
    for turn, (view, move) in seen.items():
        best, stated = judge.guess(view), beliefs.get(turn)
        could = None
        if stated is not None or best is not None:
            could = judge.refutes(view, move, stated or best or move)
        if could is not None:
            refuting.append(could)
        for each in (stated, move):
            if each is not None and best is not None and _alike(each, best):
                verdict = judge.verdict(view, each)
                if verdict is not None and verdict.chance is not None:
                    contradicted.append(not verdict.chance.value)
    found = {}
    if refuting:
        found["could refute"] = sum(refuting) / len(refuting)
    if contradicted:
        found["contradicted"] = sum(contradicted) / len(contradicted)
    return found


def _alike(move: Move, guess: Move) -> bool:
    """Whether a move names something, as a guess does."""
    return type(move) is type(guess) and all(
        (getattr(move, part.name) is None) == (getattr(guess, part.name) is None)
        for part in fields(guess)
    )


def _beside_best(judge: Judge, judged: SeatAnalysis, *, solved: bool) -> dict[str, float]:
    found: dict[str, float] = {}
    lost = list(bits_lost(judge, (each.verdict for each in judged.judged)))
    if lost:
        found["bits lost"] = math.fsum(lost) / len(lost)
    lengths = judged.lengths
    if lengths is not None and lengths.best:
        units = lengths.units or judge.measure.units
        both = [
            (unit, float(best.value), own)
            for unit, best, own in zip(units, lengths.best, lengths.own, strict=False)
        ]
        if solved:
            found |= {f"{unit} over": own - best for unit, best, own in both}
        _, best, own = both[-1]
        found["efficiency"] = efficiency(best, own) if solved else 0.0
    return found


def efficiency(reference: float, own: float) -> float:
    """(reference / own)², never above 1.

    >>> efficiency(4, 8), efficiency(4, 3), efficiency(0, 0)
    (0.25, 1.0, 1.0)
    """
    return 1.0 if own <= reference else (reference / own) ** 2


def bits_lost(judge: Judge, verdicts: Iterable[Verdict]) -> Iterable[float]:
    """By how many bits each question told less than the best one: never below 0.

    Where a judge counts bits they are its own, elsewhere those between what the two were expected
    to leave.
    """
    for verdict in verdicts:
        if "bits" in judge.measure.units:
            if verdict.cost:
                yield max(0.0, float(verdict.cost[judge.measure.units.index("bits")].value))
        elif verdict.left is not None and verdict.left.value:
            best = verdict.best_left or verdict.left
            yield max(0.0, math.log2(verdict.left.value / best.value)) if best.value else 0.0
