"""One command in each module. A command only reads its arguments and calls the code that does the work."""
