"""Attempts, as a viewer sees them."""

from ...embargo.visibility import Viewpoint
from ...http.times import moment
from ...models import Attempt
from ...playing.dealer import Snapshot, snapshot_of
from .entries import entrant_json
from .resource import Body


def attempt_json(attempt: Attempt, seen: Viewpoint, snapshot: Snapshot | None = None) -> Body:
    """An attempt: its state, and its score, times, table and log as far as `seen` may know them.

    Without a `snapshot`, the game is played through only for viewers who may see it:
    otherwise the time of an answer would tell others how long the game is.
    """
    shown = seen.sees_attempt(attempt)
    body: Body = {
        "id": attempt.pk,
        "competition": attempt.entry.competition_id,
        "round": attempt.round.number,
        "player": entrant_json(attempt.entry),
        "play": attempt.entry.competition.play,
        "state": attempt.state,
        "score": attempt.score if shown else None,
        "won": shown and attempt.won,
        "finished": shown and attempt.finished,
        "started_at": moment(attempt.started_at) if shown else None,
        "deadline": moment(attempt.deadline) if shown else None,
        "ended_at": moment(attempt.ended_at) if shown else None,
        "elapsed_ms": attempt.elapsed_ms if shown else None,
    }
    if seen.sees_played(attempt):
        snapshot = snapshot or snapshot_of(attempt)
        body["view"] = snapshot.view
        body["moves"] = snapshot.moves
        body["log"] = None if attempt.ended_at is None else attempt.log.pk
    if (seed := seen.seed(attempt.round)) is not None:
        body["seed"] = seed
    return body
