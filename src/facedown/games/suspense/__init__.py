"""Suspense: win by a secret condition that only the dealer knows, or fold in time."""

from facedown.games.suspense.game import Suspense as Suspense
