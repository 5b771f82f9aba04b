"""Fewest purchases from piles of hidden things until what is wanted is certain, exactly."""

from facedown.deduce.purchases.best import Answers, Best, Node, TooMany
from facedown.deduce.purchases.problem import Arrangement, BadPurchases, Problem

__all__ = ["Answers", "Arrangement", "BadPurchases", "Best", "Node", "Problem", "TooMany"]
