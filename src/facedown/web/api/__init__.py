"""The JSON interface for programs; docs/api.md shows how one plays."""
