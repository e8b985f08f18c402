"""What proves a result: receipts, the history that cannot be rewritten, and files for researchers."""
