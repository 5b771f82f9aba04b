"""Looking ahead from the exact worlds of a view, in which everybody plays like the expert."""
