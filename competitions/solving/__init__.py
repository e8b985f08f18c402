"""What solvers find: par, analyses and trees of closed rounds. Before a round opens, they also find deals in
a band."""
