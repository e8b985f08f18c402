"""Results of solvers: before a round opens, deals that keep a promise (a band); after the round is closed,
par and analyses. Also the trees of a round's games.
"""
