"""Training the expert of Suspense, and best replies to any of its players."""
