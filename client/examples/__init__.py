"""Examples of bots: each is a function that chooses a legal move from the view alone.

The demo of the service plays with these bots. `python -m examples greedy ADDRESS` lets one play a contest.
`prove_month` is an example of another kind: it checks the files that a site has published.
"""
