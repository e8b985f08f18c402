"""The pages: what people read and fill in, and in `src/` the islands for what moves."""
