"""Kuhn and Leduc poker: two small games whose solutions are known, to test the algorithms on.

They are games like any other but are not installed as products: they stand here so that every
algorithm of this package has something to be checked and measured against.
"""

from facedown.search.poker.game import KuhnPoker as KuhnPoker
from facedown.search.poker.game import LeducPoker as LeducPoker
