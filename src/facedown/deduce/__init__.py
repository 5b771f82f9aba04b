"""Reasoning about worlds: what follows from answers, and what best to ask next."""
