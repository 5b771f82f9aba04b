"""Solid: gather data in a pod, share it for points, and end the game while ahead."""

from facedown.games.solid.game import Solid as Solid
