"""Figures, each with a floor or a peer measured in the same run; `RESULTS.md` has the last of all."""
