"""Events as JSON, for the API and webhooks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from ...models import Act, Attempt, Entry, StateChange
from ...standings.standings import player_json
from ...times import moment

Data = dict[str, Any]


class Event(NamedTuple):
    """One event in a viewer's list."""

    seq: int
    """The place of the event in the list: 1, 2, 3 and so on."""
    type: str
    """The type of the event: `joined`, `result`, `state` or `act`."""
    at: datetime
    data: Data
    """The content of the event, as values that can be written as JSON."""


def of_entry(entry: Entry, seq: int) -> Event:
    return Event(seq, "joined", entry.joined_at, _entrant(entry))


def result_event(attempt: Attempt, seq: int) -> Event:
    assert attempt.ended_at is not None
    data = _entrant(attempt.entry) | {
        "round": attempt.round.number,
        "score": attempt.score,
        "won": attempt.won,
        "attempt": attempt.pk,
    }
    return Event(seq, "result", attempt.ended_at, data)


def of_state(change: StateChange, seq: int) -> Event:
    """Return a `state` event with the states of the competition and all its rounds, and whether the standings
    are frozen. A client compares it with the previous `state` event to find out what changed."""
    rounds = [{"number": n, "state": state} for n, state in enumerate(change.states_of_rounds, start=1)]
    data = {"state": change.state, "rounds": rounds, "frozen": change.frozen}
    return Event(seq, "state", change.at, data)


def of_act(act: Act, seq: int) -> Event:
    """Return an `act` event: one line of the audit trail, which lists what organisers and staff did."""
    data = {
        "act": act.act,
        "round": None if act.round is None else act.round.number,
        "actor": None if act.actor is None else player_json(act.actor),
        "staff": act.staff or None,
        "entry": None if act.entry is None else {"id": act.entry.pk, "player": _player(act.entry)},
        "player": None if act.player is None else player_json(act.player),
        "reason": act.reason,
        "extra_ms": act.extra_ms,
        "at": moment(act.at),
    }
    return Event(seq, "act", act.at, data)


def players_in(data: Data) -> Iterator[tuple[Data, str | None]]:
    """Yield the JSON of each player in an event's data, and the id of the entry under whose name the player
    is shown. If the id is None, the player is shown under the player's own name."""
    entry = data.get("entry")
    # Only in an act is `entry` an object: the entry of the player whom the act is about.
    if isinstance(entry, dict):
        yield entry["player"], entry["id"]
    for role in ("actor", "player"):
        if (player := data.get(role)) is not None:
            yield player, entry if isinstance(entry, str) else None


def _entrant(entry: Entry) -> Data:
    return {"entry": entry.pk, "player": _player(entry)}


def _player(entry: Entry) -> Data:
    """The JSON of the entry's player, under the player's name in this competition."""
    return player_json(entry.player, called=entry.name)
