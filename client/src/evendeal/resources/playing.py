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
    """Whether the attempt is a ghost: a closed round played again, which does not count."""
    state: Literal["running", "finished"]
    set_aside: bool
    """Whether an organiser decided that the attempt counts for nothing."""
    score: int | None
    won: bool | None
    finished: bool | None
    """Whether the game came to its end; False if it was given up. None if the viewer may not know."""
    started_at: str | None
    deadline: str | None
    ended_at: str | None
    elapsed_ms: int | None
    view: NotRequired[View]
    """This field, `moves` and `log` are only for viewers who may see the game."""
    moves: NotRequired[list[str]]
    log: NotRequired[str | None]
    seed: NotRequired[str]
    words: NotRequired[list[str]]
    scores: NotRequired[list[int]]
    """The score after each move; only with `words`."""
    place: NotRequired[GhostPlace | None]
    """The place that an ended ghost would have had. None while the ghost runs, and if the viewer may not know
    the results of the round. Left out for attempts that are no ghosts."""


class GhostPlace(TypedDict):
    """The place that a ghost (a closed round played again) would have taken."""

    rank: int
    tied: bool
    among: int


class OfferedDeal(TypedDict):
    """A deal of a closed round, which the player has neither played nor seen."""

    game: str
    rules: dict[str, str]
    competition: str
    round: int
    field: int
    """How many players have a result in the round, bots included."""
    bots: int


class Beaten(TypedDict):
    """How many of the other games ended with a worse score."""

    beaten: int
    others: int
    by_bot: bool
    """Whether the other games are those of the site's bot, at deals of this kind."""


class ScaleDot(TypedDict):
    """A score on a scale."""

    whose: Literal["you", "player", "friend", "circle", "middle", "bot"]
    """Whose score it is. `middle` is the median of all results, and `bot` the median of the games of the
    site's bot."""
    name: str
    score: float


class EndingScale(TypedDict):
    """A scale from the best score to the worst, with a dot for each score that is worth showing."""

    best: int
    top: Literal["possible", "known", "perfect", "seen"]
    """What `best` is: a par that is proven (`possible`) or not (`known`), a game that leaves nothing over
    (`perfect`), or the best score of the players on the scale and of the bot (`seen`)."""
    worst: int
    dots: list[ScaleDot]
    words: str


class DearestMove(TypedDict):
    """The move that gave away the most points."""

    ply: int
    view: View
    move: str
    better: str
    """The move that would have kept the points."""
    possible: int
    """The best final score that was possible before the move, with all cards known."""
    left: int
    """The best final score that was possible after the move."""
    words: str


class FollowingStep(TypedDict):
    """What the player can play next."""

    step: Literal["round", "daily", "rematch", "duel"]
    competition: str | None
    round: int | None
    game: str
    minutes: int
    player: str | None
    words: str


class DailyNews(TypedDict):
    """News for a player of today's deals."""

    streak: int
    all_played: bool
    new_cards_at: str
    words: str


class Ending(TypedDict):
    """How an attempt ended."""

    attempt: str
    score: int
    won: bool
    verdict: Literal["won", "best", "good", "fair", "poor"]
    judged: str
    beaten: Beaten | None
    beside: str
    scale: EndingScale
    lesson: DearestMove | None
    next: FollowingStep | None
    daily: DailyNews | None
    share: str


class ThenRow(TypedDict):
    """A result, and when it arrived."""

    at_ms: int
    """When the result arrived, in milliseconds: in sealed play since its player's start, in open play since
    the opening of the round."""
    rank: int
    player: Player
    score: int
    won: bool
    moves: int
    elapsed_ms: int | None


class StepThen(TypedDict):
    """How many players had finished by `at_ms`, which counts from the same moment as in `ThenRow`."""

    at_ms: int
    finished: int


class StandingsThen(TypedDict):
    """How the standings of a round developed."""

    among: int
    results: list[ThenRow]
    finished: list[StepThen]


class Played(Warned):
    """The answer to moves, and to taking moves back."""

    view: View
    state: Literal["running", "finished"]


class Hint(TypedDict):
    move: str
    words: str
    why: str
    templates: list[str]


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
    """A log with its deal; `python -m games replay` replays it if the log has its seed."""

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
    """One move, the score after it and the piles that it changed. The opening has no move and lists every
    pile."""

    move: str | None
    words: str | None
    score: int
    outcome: str
    piles: dict[str, list[str]]


class Recording(Log):
    """A log with its steps, for a replay."""

    steps: list[Step]


class Replay(TypedDict):
    """The replay of a log: the final view if `ok`, otherwise the error; and the requested parts."""

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
    why: NotRequired[str]
    """The error. It does not name an illegal move, but quotes a text that is no move."""
    reasons: NotRequired[dict[str, list[str | None]]]
    takes: NotRequired[dict[str, str]]
    signs: NotRequired[dict[str, str]]
    directions: NotRequired[dict[str, Literal["up", "down", "either"]]]
    outcome: NotRequired[str]
    last: NotRequired[Move | None]
    certain: NotRequired[Certain | None]
    templates: NotRequired[list[str]]
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
    """The content of a receipt: a game with its deal, its moves and its result."""

    version: int
    site: str
    log: str
    competition: PlayedContest
    state: str
    """The state of the competition; places are certain once it is `final`."""
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
    """The signature of the receipt as canonical JSON (RFC 8785), in base64."""
    inclusion: Inclusion | None
    """None before the result is certified, and for a game that does not count."""


class Key(TypedDict):
    id: str
    algorithm: Literal["Ed25519"]
    public: str
    """The public key, in base64."""
    first_used_at: str | None
    last_used_at: str | None
    """When the site last signed with the key."""


class Keys(TypedDict):
    keys: list[Key]
