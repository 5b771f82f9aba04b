"""What can be made for SOLVER: secret rules."""
