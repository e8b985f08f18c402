"""Competitions, their settings and their entries."""

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
    """The score that players with a rating can expect at a deal. Ratings are multiples of a hundred."""

    rating: int
    score: float


class Difficulty(TypedDict):
    """How hard a deal was."""

    players: int
    """The number of players from whose results the expected scores were computed."""
    expected: list[ExpectedScore]
    """The expected score for each rating that these players cover, the lowest rating first."""


class Par(TypedDict):
    """The best score that is known for a deal, with all its cards known."""

    score: int
    proven: bool
    """Whether it is certain that no play ends better."""


class Band(TypedDict):
    """A promise about a deal, for example that it can be won, made before anybody plays it."""

    kind: BandKind
    low: int | None
    """The lower end of the band of par; None for other kinds."""
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
    """The state of the search for a deal in the band. Only in a draft the deal may still be missing."""
    commitment: str | None
    seed: NotRequired[str]
    par: Par | None
    """None in any of these cases: the round is open for somebody, par is not found yet, or the caller may not
    see the seed."""
    difficulty: Difficulty | None
    """None in any of these cases: the round has not counted for ratings yet, fewer than ten players played
    it, or the caller may not know the scores."""


class Day(TypedDict):
    """The day of a daily, and its number among the dailies of its game."""

    date: str
    number: int


class PartOfSeries(TypedDict):
    """The series of a contest, by its id, and the contest's date in it."""

    id: str
    date: str


class Competition(Warned):
    id: str
    kind: Kind
    daily: Day | None
    series: PartOfSeries | None
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
    """Whether results count for the ratings of players who join now."""
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
    """A requested band: a promise about the deal, for example that it can be won. Only a band of par has
    `low` and `high`."""

    kind: BandKind
    low: NotRequired[int | None]
    high: NotRequired[int | None]


class RoundSettings(TypedDict):
    """The settings of a new round; missing ones have their defaults."""

    game: GameSlug
    rules: NotRequired[dict[str, str]]
    seed: NotRequired[str | None]
    band: NotRequired[BandSettings | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]


class Settings(TypedDict, total=False):
    """The settings of a competition besides its name and rounds; missing ones have their defaults."""

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
    """Everything needed to make a competition."""

    name: str
    rounds: list[RoundSettings]


class RoundChanges(TypedDict, total=False):
    """The settings of a round to change. Settings that are missing here do not change."""

    game: GameSlug
    rules: dict[str, str]
    seed: str | None
    band: BandSettings | None
    opens_at: str | None
    closes_at: str | None


class Changes(Settings, total=False):
    """The settings to change. Settings that are missing here do not change."""

    name: str
    rounds: list[RoundChanges]


class Entry(Warned):
    id: str
    player: Player
    """The player, under their name in this competition."""
    competition: str
    joined_at: str
    rated: bool
    """Whether the results of this entry count for ratings. This was decided when the player joined."""


class JudgedEntry(Entry):
    disqualified: bool


class Organiser(TypedDict):
    player: Player
    owner: bool


class Organisers(Page[Organiser], Warned):
    """The organisers of a competition, the owner first."""
