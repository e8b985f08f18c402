"""What solvers find out once a round is closed: par, analyses and trees; and deals in a band, before it
opens."""
