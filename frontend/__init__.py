"""The pages: what people read and fill in, and in `src/` the islands: scripts for the parts that move."""
