"""The texts after a game: how good the result was, what it teaches, what to play next, and what to share.

Pages, the API and the terminal show the same texts.
"""
