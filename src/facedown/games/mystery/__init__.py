"""Mystery Machine: buy knowledge with low cards, and name the card that lies face down."""

from facedown.games.mystery.game import MysteryMachine as MysteryMachine
