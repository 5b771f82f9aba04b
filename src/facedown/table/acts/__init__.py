"""What can be done at a table, a file for each act."""
