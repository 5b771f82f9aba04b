"""What the moves of a finished game were worth, from what each seat knew; who is how strong."""

from facedown.analysis.analysis import Analysis as Analysis
from facedown.analysis.analysis import Judgement as Judgement
from facedown.analysis.analysis import Point as Point
from facedown.analysis.analysis import Progress as Progress
from facedown.analysis.analysis import SeatAnalysis as SeatAnalysis
from facedown.analysis.analysis import Settled as Settled
from facedown.analysis.analysis import Turning as Turning
from facedown.analysis.analysis import analyse as analyse
