"""The lines of the audit trail."""

from ...http.times import moment
from ...models import Act
from ...scoring.standings import player_json
from .entries import entrant_json
from .resource import Body


def act_json(act: Act) -> Body:
    """One line of the audit trail; `actor` is null if the staff acted, whom `staff` names.

    `entry` is the one that the act concerns, and `player` whom it makes or removes as an organiser.
    """
    return {
        "act": act.act,
        "round": None if act.round is None else act.round.number,
        "actor": None if act.actor is None else player_json(act.actor),
        "staff": act.staff or None,
        "entry": None if act.entry is None else {"id": act.entry.pk, "player": entrant_json(act.entry)},
        "player": None if act.player is None else player_json(act.player),
        "reason": act.reason,
        "at": moment(act.at),
    }
