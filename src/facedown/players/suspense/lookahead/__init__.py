"""Looking ahead from the exact worlds of a view, with beliefs about how the others play."""
