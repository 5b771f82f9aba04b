"""Playing under uncertainty: regret minimisation, and tree search over sampled worlds."""
