"""What is printed of SOLVER."""
