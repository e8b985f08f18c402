"""What holds Evendeal to its promises; mirrors the tree."""
