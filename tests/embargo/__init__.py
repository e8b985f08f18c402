"""The embargo, tested from outside: every viewer asks every route, and every answer is searched."""
