"""Turing Machine: find the one code that satisfies a secret law behind every verifier."""

from facedown.games.turing.game import TuringMachine as TuringMachine
from facedown.games.turing.problem import Problem as Problem
