"""Reports, measures of the staff, signs at results, and how players get or delete their own data."""
