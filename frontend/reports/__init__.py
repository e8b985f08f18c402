"""Reporting something to the staff, such as a name or a result, and replying to a measure of theirs."""
