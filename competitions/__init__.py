"""The competition service: players, deals, entries, logs and standings."""
