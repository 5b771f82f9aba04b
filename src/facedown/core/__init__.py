"""What a game is. Imports only the standard library, and knows no game by name.

Whoever writes a game or a bot finds here what it is made of.
"""

from facedown.core.errors import BadOption as BadOption
from facedown.core.errors import FacedownError as FacedownError
from facedown.core.errors import IllegalMove as IllegalMove
from facedown.core.errors import MalformedMove as MalformedMove
from facedown.core.errors import Reason as Reason
from facedown.core.errors import Refusal as Refusal
from facedown.core.facts import Aid as Aid
from facedown.core.facts import Facts as Facts
from facedown.core.facts import Option as Option
from facedown.core.facts import StandingQuestion as StandingQuestion
from facedown.core.game import Game as Game
from facedown.core.game import ReadBack as ReadBack
from facedown.core.match import Match as Match
from facedown.core.moves import Move as Move
from facedown.core.registry import game_names as game_names
from facedown.core.registry import new_game as new_game
from facedown.core.roster import Bot as Bot
from facedown.core.roster import Players as Players
from facedown.core.roster import new_bot as new_bot
from facedown.core.seats import NATURE as NATURE
from facedown.core.seats import ONLOOKER as ONLOOKER
from facedown.core.seats import Ending as Ending
from facedown.core.seats import Outcome as Outcome
from facedown.core.state import State as State
from facedown.core.view import Event as Event
from facedown.core.view import View as View
from facedown.core.worlds import Worlds as Worlds
