"""The data with which the card table starts in a page, for rounds and ghosts."""

from datetime import datetime
from typing import Any

from competitions.endings.usual_ends import usual_ends
from competitions.models import Round
from competitions.play.ghosts.dealers import AnySnapshot
from competitions.times import moment
from competitions.translatable import about_game

from ..scoreboard.columns import columns_of


def table_start(round: Round, snapshot: AnySnapshot, now: datetime) -> dict[str, Any]:
    """The start data that attempts and ghosts (closed rounds played again) have in common."""
    attempt, deal = snapshot.attempt, round.deal
    return {
        "attempt": attempt.pk,
        "competition": round.competition_id,
        "round": round.number,
        "usual": [*usual_ends(deal.game_slug, deal.rules).items()],
        "view": snapshot.view,
        "state": attempt.state,
        "goal": about_game(deal.game).goal,
        "started_at": moment(attempt.started_at),
        "deadline": moment(attempt.deadline),
        "now": moment(now),
        "columns": columns_of(round.competition).as_props,
        "lowest": deal.game.lowest_wins,
    }
