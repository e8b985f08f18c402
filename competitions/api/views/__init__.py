"""What stands between: each view reads, calls one use case or one read, and answers."""
