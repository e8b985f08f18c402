"""Whose turn it is in a duel, and how it ended."""


def turn_in_words(mine: int, theirs: int, name: str) -> str:
    """Who is to play, if `mine` rounds are left to the viewer and `theirs` to the other, called `name`.

    >>> turn_in_words(1, 0, "Ben"), turn_in_words(0, 2, "Ben")
    ('Your turn: Ben has played', 'Ben is to play')
    >>> turn_in_words(1, 2, "Ben"), turn_in_words(2, 1, "Ben"), turn_in_words(0, 0, "Ben")
    ('You are both to play', 'Your turn: Ben has played more', 'You have both played')
    """
    if mine and theirs:
        return f"Your turn: {name} has played more" if mine > theirs else "You are both to play"
    if mine:
        return f"Your turn: {name} has played"
    return f"{name} is to play" if theirs else "You have both played"
