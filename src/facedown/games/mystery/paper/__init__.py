"""What is printed of Mystery Machine, to be played with a deck of cards."""
