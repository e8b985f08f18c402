"""Playing a deal: attempts, their moves and how these are stored, logs that are sent whole, and deadlines."""
