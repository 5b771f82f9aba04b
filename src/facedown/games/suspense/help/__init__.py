"""What helps a seat of Suspense, from what it may know."""
