"""A package by name, so that no installed package called `tests` stands in for it."""
