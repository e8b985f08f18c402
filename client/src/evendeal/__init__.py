"""Evendeal's client: play, watch and check contests of patience in which everybody has the same deal.

`Client` and `AsyncClient` have the same methods: one for each request in `evendeal.calls`, and some that take
longer, such as `table` (play over a socket), `watch` and `logs`. The types of their answers are in
`evendeal.resources`, and their exceptions in `evendeal.errors`. The engines of the games come with the
client, in the package `games`.
"""

from pathlib import Path

from evendeal.async_client import AsyncClient, AsyncTable
from evendeal.calls import Call
from evendeal.client import Client, Table
from evendeal.errors import EvendealError, NotYet, Problem, StandingsMoved, UnknownFields, Unreachable
from games.catalogue import HOMES

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Call",
    "Client",
    "EvendealError",
    "NotYet",
    "Problem",
    "StandingsMoved",
    "Table",
    "UnknownFields",
    "Unreachable",
]

# The client's texts for people are in `messages`, a file for each language, as the texts of the games are.
HOMES["evendeal"] = Path(__file__).parent
