"""Who plays the games, a folder for each; found through entry points, never by name."""
