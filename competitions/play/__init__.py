"""Playing a deal: attempts, their moves and how they are stored, logs that are sent whole, and deadlines."""
