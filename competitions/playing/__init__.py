"""Playing a deal on the server: attempts, where they stand, and how their moves are stored."""
