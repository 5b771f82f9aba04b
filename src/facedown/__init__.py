"""Facedown: card games in which something lies face down.

>>> import facedown
>>> game = facedown.new_game("turing", cards="4,9,11,14")
>>> match = facedown.Match(game, seed="7")
>>> game.worlds(match.view(0)).count()
2
"""

from facedown.core import NATURE as NATURE
from facedown.core import ONLOOKER as ONLOOKER
from facedown.core import FacedownError as FacedownError
from facedown.core import Game as Game
from facedown.core import Match as Match
from facedown.core import Move as Move
from facedown.core import State as State
from facedown.core import game_names as game_names
from facedown.core import new_bot as new_bot
from facedown.core import new_game as new_game

__version__ = "1.0.0"
