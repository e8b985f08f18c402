"""Evendeal's client: play, watch and check contests of patience in which everybody has the same deal.

`Client` and `AsyncClient` have the same methods: one for each request in `evendeal.calls`, and some for
what takes longer: `table` (play over a socket), `watch`, `logs`. What they give is in `evendeal.resources`,
and what they raise in `evendeal.errors`. The engines of the games are beside it, in the package `games`.
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

# What the client says to people is in `messages`, a file for each language, as what the games say.
HOMES["evendeal"] = Path(__file__).parent
