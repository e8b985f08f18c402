"""Attempts, logs and their replays, and receipts."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from evendeal.resources.games import Certain, Move, View
from evendeal.resources.history import Inclusion
from evendeal.resources.players import Player
from evendeal.resources.resource import Play, Warned


class Attempt(Warned):
    id: str
    competition: str
    round: int
    player: Player
    play: Play
    ghost: bool
    """Whether it is a closed round played again, which counts for nothing."""
    state: Literal["running", "finished"]
    score: int | None
    won: bool | None
    finished: bool | None
    """Whether its game came to its end; if not, it was given up. Null where the viewer may not know."""
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
    place: NotRequired[GhostPlace | None]
    """Of a ghost; null until it has ended."""


class GhostPlace(TypedDict):
    """Where a ghost would have come."""

    rank: int
    tied: bool
    among: int


class ThenRow(TypedDict):
    """A result, and when it arrived."""

    at_ms: int
    rank: int
    player: Player
    score: int
    won: bool
    moves: int
    elapsed_ms: int | None


class StepThen(TypedDict):
    """How many had finished by when."""

    at_ms: int
    finished: int


class StandingsThen(TypedDict):
    """How the standings of a round came about."""

    among: int
    results: list[ThenRow]
    finished: list[StepThen]


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
    outcome: str
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
    inclusion: Inclusion | None
    """None until the result is certified, and of a game that does not count."""


class Key(TypedDict):
    id: str
    algorithm: Literal["Ed25519"]
    public: str
    """In base64."""
    first_used_at: str | None
    last_used_at: str | None
    """When it was first and last noted that the site signs with it."""


class Keys(TypedDict):
    keys: list[Key]
