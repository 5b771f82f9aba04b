"""What helps a seat of Turing Machine, from what it may know."""
