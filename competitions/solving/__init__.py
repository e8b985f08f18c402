"""What solvers find: par, analyses and trees of closed rounds; and deals in a band, before a round opens."""
