"""The medals of a closed round, as its pages show them."""

from typing import Any

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Round
from competitions.standings import standings
from competitions.standings.medals import medal_for


def medals_as_seen(round: Round, counting: Attempt | None, seen: Viewpoint) -> dict[str, Any]:
    """`medals`: the score that each medal takes, empty before the close. `medal`: the medal of the counting
    attempt, None if it has none."""
    medals, medal = standings.medals(seen, round=round), None
    if counting is not None and counting.score is not None and counting.entry.disqualified_at is None:
        lowest_wins = round.deal.game.lowest_wins
        medal = medal_for(counting.score, medals, lowest_wins=lowest_wins)
    return {"medals": medals, "medal": medal}
