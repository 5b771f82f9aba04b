"""Best questions when verifiers are asked about proposals in rounds: exact, or with bounds."""

from facedown.deduce.questioning.problem import BadQuestions
from facedown.deduce.questioning.questioning import Progress, Questioning, solve
from facedown.deduce.questioning.solution import Node, Solution

__all__ = ["BadQuestions", "Node", "Progress", "Questioning", "Solution", "solve"]
