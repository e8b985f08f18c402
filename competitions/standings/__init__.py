"""What results are worth: rankings, tie-breaks, and the rows of the standings."""
