"""Compiled code; importing any of its modules imports Numba."""
