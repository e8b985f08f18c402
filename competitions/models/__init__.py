"""The tables, and the rules that the database itself enforces."""

from solvers.bands import Band

from .acts import Act
from .badges import Badge
from .calendars import CalendarKey
from .choices import (
    Access,
    BandKind,
    Counts,
    Every,
    Kind,
    Names,
    Others,
    Play,
    Profile,
    Ranking,
    Scores,
    TieBreak,
)
from .circles import Circle, Member
from .competitions import Competition, Par, Round
from .dailies import Daily
from .deals import Deal
from .entries import Attempt, Entry, Log, Move, PlaceCount
from .followers import FollowerCursor, FollowerFailure, FollowerState
from .ghosts import Ghost
from .history import CertifiedRound, Leaf, PublicKey
from .hooks import Delivery, Hook
from .idempotency import KeptAnswer
from .moderation import Ground, Measure, Origin, Reply, Report, Sign, Subject
from .notices import Broadcast, Notice, NoticeMails, NoticeType
from .offered_deals import BotDeal, OfferedDeal, SeenDeal, Turnout
from .organisers import CoOrganiser
from .players import SCOPES, Handle, KnownBrowser, Pass, Player, PlayerChange, Ticket, Token
from .preferences import Preferences, Speed
from .processes import Process
from .ratings import Leaderboard, RatedRound, Rating, RatingChange
from .reminders import RemindedBrowser
from .series import Series, SeriesResult, SkippedDate
from .solving import AnalysedLog, RoundTree, SolvedRound, SoughtDeal
from .states import StateChange

__all__ = [
    "SCOPES",
    "Access",
    "Act",
    "AnalysedLog",
    "Attempt",
    "Badge",
    "Band",
    "BandKind",
    "BotDeal",
    "Broadcast",
    "CalendarKey",
    "CertifiedRound",
    "Circle",
    "CoOrganiser",
    "Competition",
    "Counts",
    "Daily",
    "Deal",
    "Delivery",
    "Entry",
    "Every",
    "FollowerCursor",
    "FollowerFailure",
    "FollowerState",
    "Ghost",
    "Ground",
    "Handle",
    "Hook",
    "KeptAnswer",
    "Kind",
    "KnownBrowser",
    "Leaderboard",
    "Leaf",
    "Log",
    "Measure",
    "Member",
    "Move",
    "Names",
    "Notice",
    "NoticeMails",
    "NoticeType",
    "OfferedDeal",
    "Origin",
    "Others",
    "Par",
    "Pass",
    "PlaceCount",
    "Play",
    "Player",
    "PlayerChange",
    "Preferences",
    "Process",
    "Profile",
    "PublicKey",
    "Ranking",
    "RatedRound",
    "Rating",
    "RatingChange",
    "RemindedBrowser",
    "Reply",
    "Report",
    "Round",
    "RoundTree",
    "Scores",
    "SeenDeal",
    "Series",
    "SeriesResult",
    "Sign",
    "SkippedDate",
    "SolvedRound",
    "SoughtDeal",
    "Speed",
    "StateChange",
    "Subject",
    "Ticket",
    "TieBreak",
    "Token",
    "Turnout",
]
