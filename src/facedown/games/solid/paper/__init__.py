"""What is printed of Solid."""
