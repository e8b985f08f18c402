"""What the service answers with, and takes, as types: field by field those of its schema.

An answer is the dictionary that came. It may have more fields than are named here, now or later, and
they are simply there. Times are texts (RFC 3339, UTC), durations whole milliseconds.
"""

from __future__ import annotations

from typing import Generic, Literal, NotRequired, TypedDict, TypeVar

T = TypeVar("T")

GameSlug = Literal["wish", "winabit", "well", "pyramid", "three-by-three"]
Kind = Literal["contest", "challenge", "daily", "duel"]
State = Literal["draft", "scheduled", "running", "closed", "final", "cancelled"]
RoundState = Literal["scheduled", "open", "closed"]
Access = Literal["public", "unlisted", "invite"]
Play = Literal["sealed", "open"]
Counts = Literal["best", "first"]
Others = Literal["closed", "finished"]
Ranking = Literal["total", "matchpoints", "points"]
TieBreak = Literal["wins", "moves", "time", "earliest"]
Scores = Literal["live", "own", "final"]
"""When scores are shown: at once, after one's own game, or after the round."""
Profile = Literal["public", "private"]
Scope = Literal["play", "organise", "read"]
EventType = Literal["joined", "result", "state", "act"]


class Page(TypedDict, Generic[T]):
    next: str | None
    previous: str | None
    results: list[T]


class UnknownField(TypedDict):
    field: str
    message: str


class Warned(TypedDict, total=False):
    """The answer to a body. A client that ignores what the service does not know finds it here."""

    warnings: list[UnknownField]


# Players


class Player(TypedDict):
    id: str
    name: str
    bot: bool
    account: bool
    """Whether they have an account; a guest has a name and tokens alone."""


class Me(Player, Warned):
    """A player, as they see themselves."""

    profile: Profile


class NewGuest(Warned):
    player: Player
    token: str


class Token(TypedDict):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    current: bool
    """Whether it is the one that asked."""


class NewToken(Warned):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    token: str
    """The secret, which is shown this once."""


class Ticket(Warned):
    ticket: str
    expires_at: str


# Games


class Game(TypedDict):
    slug: str
    name: str
    goal: str
    options: dict[str, list[str]]
    """For each option its values, the default first."""
    score_order: Literal["lowest", "highest"]
    worst_score: int
    """Under the default options."""
    move_limit: int
    rules_text: str
    source: str
    pile_names: dict[str, str]


class Move(TypedDict):
    move: str
    words: str


class Certain(Move):
    """The next move where nothing is left to choose."""

    left: int | None
    """How many such moves lead to the best score, if that is known."""


class View(TypedDict):
    """A table as its player sees it (section 1.3 of games/conform/RULES.md). What is said of it,
    from `reasons` on, may be missing."""

    game: str
    rules: dict[str, str]
    ply: int
    finished: bool
    won: bool
    score: int
    """Before the end, that of giving up now."""
    piles: dict[str, list[str]]
    """From the bottom to the exposed card; `??` is face down."""
    legal: list[str]
    reasons: NotRequired[dict[str, list[str | None]]]
    takes: NotRequired[dict[str, str]]
    signs: NotRequired[dict[str, str]]
    outcome: NotRequired[str]
    last: NotRequired[Move | None]
    certain: NotRequired[Certain | None]


class Picture(TypedDict):
    """A rule in a picture: a move, and the table before and after it."""

    caption: str
    move: str
    words: str
    before: View
    after: View


class Line(TypedDict):
    """Something to say in a first deal, and the move to make then."""

    say: str
    move: str | None


class Guide(TypedDict):
    seed: str
    rules: dict[str, str]
    lines: list[Line]


class Lessons(TypedDict):
    sheet: list[Picture]
    guide: Guide


# Competitions


class Round(TypedDict):
    number: int
    game: str
    rules: dict[str, str]
    state: RoundState
    opens_at: str | None
    closes_at: str | None
    commitment: str | None
    seed: NotRequired[str]


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
    draft: bool
    organiser: Player | None
    against: Player | None
    rematch_of: str | None
    created_at: str
    rounds: list[Round]
    invite: NotRequired[str]


class Dailies(TypedDict):
    date: str
    competitions: list[Competition]


class RoundSettings(TypedDict):
    """A round to be made; what is left out has its default."""

    game: GameSlug
    rules: NotRequired[dict[str, str]]
    seed: NotRequired[str | None]
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


class JudgedEntry(Entry):
    disqualified: bool


class Organiser(TypedDict):
    player: Player
    owner: bool


class Organisers(Page[Organiser], Warned):
    """Of a competition, its owner first."""


# Standings


class SoFar(TypedDict):
    """What was scored in how many of the rounds that have opened."""

    score: int
    rounds: int
    of: int


class Cell(TypedDict):
    """One round in a row of the standings."""

    score: int | None
    won: bool | None
    points: float | None
    moves: int | None
    elapsed_ms: int | None
    state: Literal["running", "finished"]
    attempt: str | None


class FeedRow(TypedDict):
    """A row of the standings as the live feed has it."""

    rank: int | None
    tied: bool
    entry: str
    player: Player
    disqualified: bool
    total: float | None
    """None while there is no round whose scores the viewer may know."""
    playing: bool
    """Whether the player has a game under way."""
    played: int
    """How many of the rounds in the total were played."""
    so_far: SoFar | None
    """While rounds are missing from the total."""
    newest: str | None
    """The attempt that brought the newest result."""
    among: int
    """How many entries are ranked with it."""


class Row(FeedRow):
    rounds: list[Cell | None]
    tie_break: list[int | str | None]
    decided_by: TieBreak | None
    """The last tie-break that parted the row from a neighbour."""


class Comparison(TypedDict):
    """A result beside the others' of its round, by the scores alone."""

    beaten: int
    others: int
    median: float
    best: int


class Standings(Page[Row]):
    version: int
    changed: bool
    """Whether they have changed since the first page was read."""
    total: int
    frozen: bool
    comparison: NotRequired[Comparison]
    """With `around="me"` and a round: how the caller's result compares, once it may be known."""


# Playing


class Attempt(Warned):
    id: str
    competition: str
    round: int
    player: Player
    play: Play
    state: Literal["running", "finished"]
    score: int | None
    won: bool
    finished: bool
    """Whether its game came to its end; if not, it was given up."""
    started_at: str | None
    deadline: str | None
    ended_at: str | None
    elapsed_ms: int | None
    view: NotRequired[View]
    """For those who may see the game, as are the next ones."""
    moves: NotRequired[list[str]]
    log: NotRequired[str | None]
    seed: NotRequired[str]
    words: NotRequired[list[str]]
    scores: NotRequired[list[int]]
    """The score after each move, with the words."""


class Played(Warned):
    """The answer to moves, and to taking some back."""

    view: View
    state: Literal["running", "finished"]


class Hint(TypedDict):
    move: str
    words: str
    why: str


class Verdict(Warned):
    """The answer to a whole log."""

    id: str
    verdict: Literal["accepted", "rejected"]
    received_at: str
    score: int | None
    won: bool
    finished: bool
    code: NotRequired[str]
    ply: NotRequired[int]
    error: NotRequired[str]


class Done(Warned):
    competition: str
    round: int
    entry: str
    done: bool


class Log(TypedDict):
    """A log with its deal, as `python -m games replay` takes it if the seed may be seen."""

    id: str
    verdict: Literal["accepted", "rejected"]
    received_at: str
    score: int | None
    won: bool
    finished: bool
    code: NotRequired[str]
    error: NotRequired[str]
    ply: NotRequired[int]
    player: Player
    competition: str
    round: int
    game: str
    rules: dict[str, str]
    moves: list[str]
    seed: NotRequired[str]


class Step(TypedDict):
    """One move, the score after it and the piles that it changed; the opening has no move and every pile."""

    move: str | None
    words: str | None
    score: int
    piles: dict[str, list[str]]


class Recording(Log):
    """A log to be watched, step by step."""

    steps: list[Step]


class Replay(TypedDict):
    """What becomes of a log: its final view if `ok`, else why it does not stand; and what was asked for."""

    ok: bool
    game: NotRequired[str]
    rules: NotRequired[dict[str, str]]
    ply: NotRequired[int]
    finished: NotRequired[bool]
    won: NotRequired[bool]
    score: NotRequired[int]
    piles: NotRequired[dict[str, list[str]]]
    legal: NotRequired[list[str]]
    code: NotRequired[str]
    error: NotRequired[str]
    reasons: NotRequired[dict[str, list[str | None]]]
    takes: NotRequired[dict[str, str]]
    signs: NotRequired[dict[str, str]]
    outcome: NotRequired[str]
    last: NotRequired[Move | None]
    certain: NotRequired[Certain | None]
    hint: NotRequired[Hint | None]
    steps: NotRequired[list[Step]]


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
    state: str
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
    rules_version: int


class SignedReceipt(TypedDict):
    receipt: Receipt
    key: str
    signature: str
    """Over the receipt as canonical JSON (RFC 8785), in base64."""


class Key(TypedDict):
    id: str
    algorithm: Literal["Ed25519"]
    public: str
    """In base64."""


class Keys(TypedDict):
    keys: list[Key]


# Circles


class Circle(Warned):
    """A small group that plays the dailies together, as a member sees it."""

    id: str
    name: str
    owner: Player
    members: int
    url: str
    """Its link, which has the invite code."""
    invite: str
    player: Player
    """The caller, as they are called there."""
    joined_at: str


class CircleDay(TypedDict):
    points: float
    score: int | None
    """None on a board of all games."""


class CircleRow(TypedDict):
    """A member's week, as far as the caller may know it."""

    rank: int | None
    tied: bool
    player: Player
    points: float
    played: int
    days: list[CircleDay | None]
    """From Monday to Sunday."""


class CircleBoard(TypedDict):
    week: str
    days: list[str]
    results: list[CircleRow]


# Events and webhooks


class NamedEntry(TypedDict):
    id: str
    player: Player


class Act(TypedDict):
    """A line of the audit trail."""

    act: str
    round: int | None
    actor: Player | None
    """None if `staff` says who it was: who runs the service, or the service itself."""
    staff: str | None
    entry: NamedEntry | None
    """The one that it concerns."""
    player: Player | None
    """Whom it makes or removes as an organiser."""
    reason: str
    at: str


class Joined(TypedDict):
    entry: str
    player: Player


class Result(TypedDict):
    """A game that has ended, given up or not."""

    entry: str
    player: Player
    round: int
    score: int
    won: bool
    attempt: str


class StateOfRound(TypedDict):
    number: int
    state: RoundState


class States(TypedDict):
    """All states from then on."""

    state: Literal["scheduled", "running", "closed", "final", "cancelled"]
    rounds: list[StateOfRound]
    frozen: bool


class JoinedEvent(TypedDict):
    seq: int
    at: str
    type: Literal["joined"]
    data: Joined


class ResultEvent(TypedDict):
    seq: int
    at: str
    type: Literal["result"]
    data: Result


class StateEvent(TypedDict):
    seq: int
    at: str
    type: Literal["state"]
    data: States


class ActEvent(TypedDict):
    seq: int
    at: str
    type: Literal["act"]
    data: Act


Event = JoinedEvent | ResultEvent | StateEvent | ActEvent


class Events(Page[Event]):
    cursor: str
    """What to give as `after` the next time."""


class Hook(TypedDict):
    """A webhook of a competition."""

    id: str
    url: str
    events: list[EventType]
    state: Literal["working", "retrying", "stopped"]
    created_at: str
    failing_since: str | None
    next_try_at: str | None
    stopped_at: str | None


class NewHook(Hook, Warned):
    secret: str
    """It signs what is posted, and is shown this once."""


class DeliveryAnswer(TypedDict):
    status: int | None
    """None: there was no answer."""
    text: str
    """Its first KiB, or why there was none."""


class Delivery(Warned):
    """An event that was posted, or is to be; and the last answer to it."""

    id: str
    type: EventType | Literal["ping"]
    at: str
    status: Literal["accepted", "waiting", "stopped", "failed"]
    attempts: int
    next_try_at: str | None
    answer: DeliveryAnswer | None


# The live feed


class StandingsMessage(TypedDict):
    """The first rows, on joining and whenever they changed."""

    type: Literal["standings"]
    version: int
    total: int
    """How many entries there are."""
    frozen: bool
    results: list[FeedRow]


class WindowOfRound(StateOfRound):
    opens_at: str | None
    closes_at: str | None


class StateMessage(TypedDict):
    """The competition or a round came to another state, or an organiser has moved a window."""

    type: Literal["state"]
    state: State
    opens_at: str | None
    closes_at: str | None
    freeze_at: str | None
    rounds: list[WindowOfRound]
    now: str


class PresenceMessage(TypedDict):
    type: Literal["presence"]
    watching: int


FeedMessage = StandingsMessage | StateMessage | PresenceMessage
