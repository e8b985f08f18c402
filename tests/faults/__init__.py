"""Faults of the parts of a site, under load, and a simulator: what was answered stays, whatever happens."""
