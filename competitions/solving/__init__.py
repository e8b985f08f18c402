"""Results of solvers: before a round opens, a deal in the requested band, for example one that can be won;
after the round is closed, par and analyses. Also the trees of a round's games.
"""
