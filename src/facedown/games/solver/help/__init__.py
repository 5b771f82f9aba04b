"""What helps a seat of SOLVER, from what it may know."""
