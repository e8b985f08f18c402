"""What the service answers with, as types.

An answer is the dictionary that came. It may have more fields than are named here, now or later, and
they are simply there. Times are texts (RFC 3339, UTC), durations whole milliseconds.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

T = TypeVar("T")

State = Literal["draft", "scheduled", "running", "closed", "final", "cancelled"]
Scope = Literal["play", "organise", "read"]


class Page(TypedDict, Generic[T]):
    next: str | None
    previous: str | None
    results: list[T]


class Player(TypedDict):
    id: str
    name: str
    bot: bool


class Me(Player):
    """A player, as they see themselves."""

    profile: Literal["public", "private"]


class NewGuest(TypedDict):
    player: Player
    token: str


class Game(TypedDict):
    slug: str
    name: str
    options: dict[str, list[str]]
    score_order: Literal["lowest", "highest"]
    worst_score: int
    move_limit: int
    rules_text: str
    source: str


class Round(TypedDict):
    number: int
    game: str
    rules: dict[str, str]
    state: Literal["scheduled", "open", "closed"]
    opens_at: str | None
    closes_at: str | None
    commitment: str | None
    seed: NotRequired[str]


class Competition(TypedDict):
    id: str
    kind: str
    state: State
    url: str
    name: str
    about: str
    access: str
    play: Literal["sealed", "open"]
    attempts: int | None
    counts: str
    others: str
    opens_at: str | None
    closes_at: str | None
    time_limit_s: int | None
    ranking: str
    tie_break: list[str]
    standings: str
    freeze_at: str | None
    max_entries: int | None
    bots: bool
    organiser: Player | None
    rounds: list[Round]
    invite: NotRequired[str]


class RoundSettings(TypedDict):
    """A round to be made; what is left out has its default."""

    game: str
    rules: NotRequired[dict[str, str]]
    seed: NotRequired[str | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]


class Settings(TypedDict, total=False):
    """Settings of a competition beside its name and rounds; what is left out has its default."""

    about: str
    access: Literal["public", "unlisted", "invite"]
    play: Literal["sealed", "open"]
    attempts: int | None
    counts: Literal["best", "first"]
    others: Literal["closed", "finished"]
    opens_at: str | None
    closes_at: str | None
    time_limit_s: int | None
    ranking: Literal["total", "matchpoints", "points"]
    tie_break: list[str]
    standings: Literal["live", "own", "final"]
    freeze_at: str | None
    max_entries: int | None
    bots: bool
    draft: bool


class Changes(Settings, total=False):
    """Settings to be changed; what is left out stays."""

    name: str
    rounds: list[dict[str, Any]]


class Entry(TypedDict):
    id: str
    player: Player
    competition: str
    joined_at: str


class Cell(TypedDict):
    """One round in a row of the standings."""

    score: int | None
    won: bool
    points: Any
    moves: int | None
    elapsed_ms: int | None
    state: str


class Row(TypedDict):
    """The feed leaves out `rounds` and `tie_break`."""

    rank: int | None
    tied: bool
    entry: str
    player: Player
    disqualified: bool
    total: float | None
    """None while there is no round whose scores the viewer may know."""
    played: int
    """How many of the rounds in the total were played."""
    rounds: NotRequired[list[Cell | None]]
    tie_break: NotRequired[list[Any]]


class Standings(Page[Row]):
    version: int
    total: int
    frozen: NotRequired[bool]


class View(TypedDict):
    """A table as its player sees it (RULES 1.3)."""

    game: str
    rules: dict[str, str]
    ply: int
    finished: bool
    won: bool
    score: int
    piles: dict[str, list[str]]
    legal: list[str]


class Attempt(TypedDict):
    id: str
    competition: str
    round: int
    play: Literal["sealed", "open"]
    state: str
    score: int | None
    won: bool
    finished: bool
    started_at: str | None
    deadline: str | None
    view: View
    """It is missing where the attempt is another player's and may not be seen."""
    moves: NotRequired[list[str]]
    log: NotRequired[str | None]
    seed: NotRequired[str]


class Played(TypedDict):
    """The answer to moves, and to taking some back."""

    view: View
    state: str


class Hint(TypedDict):
    move: str
    words: str
    why: str


class HintAt(TypedDict):
    ply: int
    hint: Hint | None


class Verdict(TypedDict):
    """The answer to a whole log."""

    id: str
    verdict: Literal["accepted", "rejected"]
    score: int | None
    won: bool
    finished: bool
    code: NotRequired[str]
    ply: NotRequired[int]
    error: NotRequired[str]


class Done(TypedDict):
    competition: str
    round: int
    entry: str
    done: bool


class Log(TypedDict):
    """A log with its deal, as `python -m games replay` takes it."""

    id: str
    game: str
    rules: dict[str, str]
    moves: list[str]
    seed: NotRequired[str]
    score: int | None
    won: bool
    finished: bool
    player: Player
    competition: str
    round: int


class PlayedDeal(TypedDict):
    game: str
    rules: dict[str, str]
    seed: str


class PlayedContest(TypedDict):
    id: str
    name: str


class Receipt(TypedDict):
    """What a game came to."""

    version: int
    site: str
    log: str
    competition: PlayedContest
    state: State
    """That of the competition: places stand once it is `final`."""
    round: int
    player: Player
    deal: PlayedDeal
    commitment: str
    moves: list[str]
    score: int
    won: bool
    finished: bool
    place: int | None
    field: int
    started_at: str
    ended_at: str


class SignedReceipt(TypedDict):
    receipt: Receipt
    key: str
    signature: str
    """Over the receipt as canonical JSON (RFC 8785), in base64."""


class Key(TypedDict):
    id: str
    algorithm: str
    public: str
    """In base64."""


class Keys(TypedDict):
    keys: list[Key]


class Organiser(TypedDict):
    player: Player
    owner: bool


class Act(TypedDict):
    """A line of the audit trail."""

    act: str
    round: int | None
    actor: Player | None
    reason: str
    at: str


class Event(TypedDict):
    seq: int
    type: str
    at: str
    data: dict[str, Any]


class Events(Page[Event]):
    cursor: str
    """What to give as `after` the next time."""


class Hook(TypedDict):
    """A webhook of a competition."""

    id: str
    url: str
    events: list[str]
    state: str
    created_at: str
    failing_since: str | None
    next_try_at: str | None
    stopped_at: str | None


class NewHook(Hook):
    secret: str
    """It signs what is posted, and is shown this once."""


class Delivery(TypedDict):
    """An event that was posted, or is to be; and the last answer to it."""

    id: str
    type: str
    at: str
    status: str
    attempts: int
    next_try_at: str | None
    answer: dict[str, Any] | None


class Token(TypedDict):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    current: bool
    """Whether it is the one that asked."""


class NewToken(TypedDict):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    token: str
    """The secret, which is shown this once."""


class Ticket(TypedDict):
    ticket: str
    expires_at: str


class Message(TypedDict):
    """A message of the live feed: `standings`, `state` or `presence`."""

    type: str
    version: NotRequired[int]
    total: NotRequired[int]
    frozen: NotRequired[bool]
    results: NotRequired[list[Row]]
    state: NotRequired[State]
    rounds: NotRequired[list[dict[str, Any]]]
    watching: NotRequired[int]
