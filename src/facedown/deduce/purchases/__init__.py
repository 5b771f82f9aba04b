"""Fewest purchases from piles of hidden things until what is wanted is certain, exactly."""

from facedown.deduce.purchases.best import Answers, Best, PurchaseNode, TooMany
from facedown.deduce.purchases.problem import Arrangement, BadPurchases, PurchaseProblem

__all__ = [
    "Answers",
    "Arrangement",
    "BadPurchases",
    "Best",
    "PurchaseNode",
    "PurchaseProblem",
    "TooMany",
]
