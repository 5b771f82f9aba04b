"""The command line, and a line dialogue in which any registered game can be played.

Plain lines only: it works with a screen reader, in a pipe and in a transcript. Nothing here knows
a game by name; what is particular to a game comes from the game.
"""
