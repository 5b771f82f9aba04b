"""What comes with a game ready to be played: puzzles or problems with names, section by section."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ready:
    """One thing to play: the value of an option, its title, and a few words about it."""

    value: str
    title: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a game's collection; each of it is a value of the game's ``option``."""

    title: str
    option: str
    ready: tuple[Ready, ...]
