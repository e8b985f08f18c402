"""What is always true of players, competitions and logs, held by the database."""

from .acts import Act
from .entries import Attempt, Entry, Log, Move
from .events import Access, Competition, Counts, Deal, Others, Play, Ranking, Round, Scores, TieBreak
from .idempotency import KeptAnswer
from .organisers import CoOrganiser
from .players import SCOPES, Pass, Player, Ticket, Token

__all__ = [
    "SCOPES",
    "Access",
    "Act",
    "Attempt",
    "CoOrganiser",
    "Competition",
    "Counts",
    "Deal",
    "Entry",
    "KeptAnswer",
    "Log",
    "Move",
    "Others",
    "Pass",
    "Play",
    "Player",
    "Ranking",
    "Round",
    "Scores",
    "Ticket",
    "TieBreak",
    "Token",
]
