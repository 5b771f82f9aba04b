"""What can be made for Mystery Machine: puzzles, as texts, as share codes and in a book."""
