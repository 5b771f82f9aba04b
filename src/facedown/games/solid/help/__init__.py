"""What helps a seat of Solid, from what it may know."""
