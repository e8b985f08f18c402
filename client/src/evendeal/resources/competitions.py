"""Competitions: what they are, what may be set, and who is in them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import (
    Access,
    BandKind,
    Counts,
    DealState,
    GameSlug,
    Kind,
    Names,
    Others,
    Page,
    Play,
    Ranking,
    RoundState,
    Scores,
    State,
    TieBreak,
    Warned,
)


class ExpectedScore(TypedDict):
    """The score that players of a rating, in whole hundreds, are to expect of a deal."""

    rating: int
    score: float


class Difficulty(TypedDict):
    """How hard a deal was."""

    players: int
    """How many players this is based on."""
    expected: list[ExpectedScore]
    """The ratings that these reach over, the lowest first."""


class Par(TypedDict):
    """The best that a deal could come to with all its cards known."""

    score: int
    proven: bool
    """Whether no play ends better; otherwise it is the best known so far."""


class Band(TypedDict):
    """What is promised of a deal before anybody plays it."""

    kind: BandKind
    low: int | None
    """Between which scores its par lies, if the kind says so; else None."""
    high: int | None


class Round(TypedDict):
    number: int
    game: str
    rules: dict[str, str]
    state: RoundState
    opens_at: str | None
    closes_at: str | None
    band: Band | None
    deal_state: DealState
    """Only in a draft is one in its band still sought, or was not found."""
    commitment: str | None
    seed: NotRequired[str]
    par: Par | None
    """None until the round is closed for everyone and it is found."""
    difficulty: Difficulty | None
    """None until the round counts for ratings, and where fewer than ten have played it."""


class Day(TypedDict):
    """The day of a daily, and how many of its game there have been."""

    date: str
    number: int


class Competition(Warned):
    id: str
    kind: Kind
    daily: Day | None
    state: State
    url: str
    name: str
    about: str
    access: Access
    play: Play
    attempts: int | None
    counts: Counts
    others: Others
    opens_at: str | None
    closes_at: str | None
    time_limit_s: int | None
    ranking: Ranking
    tie_break: list[TieBreak]
    standings: Scores
    freeze_at: str | None
    max_entries: int | None
    bots: bool
    names: Names
    draft: bool
    rated: bool
    """Whether the results of players who join now count for ratings."""
    organiser: Player | None
    against: Player | None
    rematch_of: str | None
    created_at: str
    rounds: list[Round]
    invite: NotRequired[str]


class Dailies(TypedDict):
    date: str
    competitions: list[Competition]


class BandSettings(TypedDict):
    """A band to be asked for, with the ends of a band of par."""

    kind: BandKind
    low: NotRequired[int | None]
    high: NotRequired[int | None]


class RoundSettings(TypedDict):
    """A round to be made; what is left out has its default."""

    game: GameSlug
    rules: NotRequired[dict[str, str]]
    seed: NotRequired[str | None]
    band: NotRequired[BandSettings | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]


class Settings(TypedDict, total=False):
    """Settings of a competition beside its name and rounds; what is left out has its default."""

    about: str
    access: Access
    play: Play
    attempts: int | None
    counts: Counts
    others: Others
    opens_at: str | None
    closes_at: str | None
    time_limit_s: int | None
    ranking: Ranking
    tie_break: list[TieBreak]
    standings: Scores
    freeze_at: str | None
    max_entries: int | None
    bots: bool
    names: Names
    draft: bool


class AllSettings(Settings):
    """What would make a competition."""

    name: str
    rounds: list[RoundSettings]


class RoundChanges(TypedDict, total=False):
    """Settings of a round to be changed; what is left out stays."""

    game: GameSlug
    rules: dict[str, str]
    seed: str | None
    band: BandSettings | None
    opens_at: str | None
    closes_at: str | None


class Changes(Settings, total=False):
    """Settings to be changed; what is left out stays."""

    name: str
    rounds: list[RoundChanges]


class Entry(Warned):
    id: str
    player: Player
    """As they are called in this competition."""
    competition: str
    joined_at: str
    rated: bool
    """Whether its results count for ratings: that was fixed when the player joined."""


class JudgedEntry(Entry):
    disqualified: bool


class Organiser(TypedDict):
    player: Player
    owner: bool


class Organisers(Page[Organiser], Warned):
    """Of a competition, its owner first."""
