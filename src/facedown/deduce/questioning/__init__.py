"""Best questions when verifiers are asked about proposals in rounds: exact, or with bounds."""

from facedown.deduce.questioning.problem import BadQuestions
from facedown.deduce.questioning.questioning import (
    Questioning,
    QuestionNode,
    SoFar,
    Solution,
    solve,
)

__all__ = ["BadQuestions", "QuestionNode", "Questioning", "SoFar", "Solution", "solve"]
