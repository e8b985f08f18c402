"""Notices to players, each thing once: in the page at once, and by mail to those who want it."""
