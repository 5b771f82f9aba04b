"""The designer's workbench: what rules of Solid do to its games, on the very same draws."""
