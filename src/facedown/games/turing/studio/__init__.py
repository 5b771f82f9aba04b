"""What can be made for Turing Machine: problems."""
