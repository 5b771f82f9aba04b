"""The strongest player of Suspense: how it sees a round, how it was trained, what it learned."""
