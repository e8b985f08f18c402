"""What the pages of circles show."""
