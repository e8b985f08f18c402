"""The pages that show what decided a game, the scores of a round without luck, and all games of a round as
one tree."""
