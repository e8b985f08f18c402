"""What is told of contests once they are over, against another reckoning from the logs that were sent."""
