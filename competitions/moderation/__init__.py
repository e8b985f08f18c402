"""Reports, measures of the staff, signs of unfair results, and how players get or delete their own data."""
