"""Migrations of the store, from its first form on."""
