"""What can be made for Suspense: other stars and conditions."""
