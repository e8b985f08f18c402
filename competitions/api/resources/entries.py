"""Entries and entrants."""

from ...http.times import moment
from ...models import Entry
from ...scoring.standings import player_json
from .resource import Body


def entry_json(entry: Entry) -> Body:
    return {
        "id": entry.pk,
        "player": entrant_json(entry),
        "competition": entry.competition_id,
        "joined_at": moment(entry.joined_at),
    }


def entrant_json(entry: Entry) -> Body:
    """The player, as they are called in this competition."""
    return player_json(entry.player) | {"name": entry.name}
