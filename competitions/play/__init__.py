"""Playing a deal: attempts, the storing of their moves, logs of whole games, and deadlines."""
