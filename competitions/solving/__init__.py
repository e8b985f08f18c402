"""What solvers find out: par and analyses of closed rounds, and deals that keep a promise (a band) before a
round opens. Trees of a round's games are here, too."""
