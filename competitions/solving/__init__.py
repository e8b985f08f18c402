"""Results of solvers: before a round opens, a deal that is as promised, for example one that can be won (a
band); after the round is closed, par and analyses. Also the trees of a round's games.
"""
