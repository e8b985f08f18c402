"""Playing a deal: attempts, the storing of their moves, logs that are sent whole, and deadlines."""
