"""What is printed of Turing Machine: its criteria cards, and the Machine itself."""
