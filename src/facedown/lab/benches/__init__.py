"""Every speed that is claimed of the house; those of one game stand in its own folder."""
