"""The games. Each is a folder with the same rooms; found through entry points, never by name."""
