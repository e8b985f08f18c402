"""What is always true of players, competitions and logs, held by the database."""

from .answers import KeptAnswer
from .entries import Attempt, Entry, Log
from .events import Access, Competition, Counts, Deal, Play, Round
from .players import SCOPES, Player, Token

__all__ = [
    "SCOPES",
    "Access",
    "Attempt",
    "Competition",
    "Counts",
    "Deal",
    "Entry",
    "KeptAnswer",
    "Log",
    "Play",
    "Player",
    "Round",
    "Token",
]
