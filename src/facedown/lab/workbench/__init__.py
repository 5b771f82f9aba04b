"""The designer's workbench: what rules do to a game, on the very same draws."""
