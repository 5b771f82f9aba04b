"""SOLVER: find out a secret rule by playing cards that fit it or do not."""

from facedown.games.solver.game import Solver as Solver
