"""Many games at once: speeds, tournaments, environments for other people's learners."""
