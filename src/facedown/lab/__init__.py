"""Many games at once: simulation and speeds."""
