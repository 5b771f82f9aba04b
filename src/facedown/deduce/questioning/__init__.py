"""Best questions when verifiers are asked about proposals in rounds: exact, or with bounds."""

from facedown.deduce.questioning.problem import BadQuestions
from facedown.deduce.questioning.questioning import Node, Questioning, SoFar, Solution, solve

__all__ = ["BadQuestions", "Node", "Questioning", "SoFar", "Solution", "solve"]
