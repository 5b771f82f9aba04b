"""The strongest player of Suspense: how it sees a round, and its networks."""
