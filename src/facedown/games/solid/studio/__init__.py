"""What can be made for Solid: card lists."""
