"""What helps a seat of Mystery Machine, from what it may know."""
