"""What is said when a game is over: how good it was, what it teaches, what comes next, and what to share.

Pages, the API and the terminal say the same.
"""
