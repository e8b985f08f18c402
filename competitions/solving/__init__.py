"""What solvers find out: before a round opens, deals that keep a promise (a band); after the round is
closed, par and analyses. Trees of a round's games are here, too."""
