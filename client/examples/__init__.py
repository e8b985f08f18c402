"""Bots as examples, each a function that chooses a legal move from the view alone.

The demo of the service plays with them. `python -m examples greedy ADDRESS` lets one play a contest. Beside
them, `prove_month` checks what a site has published.
"""
