"""The pages that people read and fill in. The islands, scripts for the interactive parts, are in `src/`."""
