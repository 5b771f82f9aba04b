"""Many rounds between players of Suspense, compiled: how strong they are, and how exploitable."""
