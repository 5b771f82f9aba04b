"""The property battery: tests that every game gets for free, also one published by others.

The checks are plain functions that raise ``AssertionError`` with what they found, so they need no
test framework (and do not work under ``python -O``). All at once, or each by its name::

    from facedown.testing import CHECKS, check_game

    def test_my_game():
        check_game(MyGame(2))

    @pytest.mark.parametrize("name", CHECKS)
    def test_my_game_in(name):
        CHECKS[name](MyGame(2))

``settings_of`` lists the settings of a game class worth trying, ``check_claims`` looks whether
what its facts claim does occur, ``golden`` keeps readable playthroughs, and ``fuzz`` (which needs
Hypothesis) shrinks what goes wrong to a short game.
"""

from facedown.testing.battery import CHECKS as CHECKS
from facedown.testing.battery import Check as Check
from facedown.testing.battery import check_game as check_game
from facedown.testing.battery import name_of as name_of
from facedown.testing.battery import settings_of as settings_of
from facedown.testing.facts import check_claims as check_claims

if not __debug__:
    raise RuntimeError("The battery is made of assertions, which python -O leaves out.")
