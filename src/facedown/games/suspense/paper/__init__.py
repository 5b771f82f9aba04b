"""What is printed of Suspense."""
