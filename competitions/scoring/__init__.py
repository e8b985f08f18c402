"""What results are worth: places from gains, and the rows of the standings."""
