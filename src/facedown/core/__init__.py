"""What a game is. Imports only the standard library, and knows no game by name."""

from facedown.core.errors import FacedownError as FacedownError
from facedown.core.game import Bot as Bot
from facedown.core.game import Game as Game
from facedown.core.game import State as State
from facedown.core.game import Worlds as Worlds
from facedown.core.match import Match as Match
from facedown.core.moves import Move as Move
from facedown.core.registry import game_names as game_names
from facedown.core.registry import new_game as new_game
from facedown.core.seats import NATURE as NATURE
from facedown.core.seats import ONLOOKER as ONLOOKER
