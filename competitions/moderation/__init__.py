"""Reports, measures of the staff, signs about results, and how players get or delete their own data."""
