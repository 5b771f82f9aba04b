"""The beginner and the careful player of Suspense, for any options and two or three seats."""
