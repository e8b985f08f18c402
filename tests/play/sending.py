"""Logs that are stored without a request, for tests that store several at once."""

import pytest
from django.db import transaction
from django.utils import timezone

from competitions.models import Entry, Round, Token
from competitions.play import submit_log
from competitions.play.store_logs import store_logs
from tests.clients.contests import moves_scoring

__all__ = ["contest", "players", "sent"]


@pytest.fixture
def sent(monkeypatch):
    """Makes a submission of moves, or of the golden log's first moves that lead to a score."""

    def sent(event, player, moves, **given):
        round = Round.objects.select_related("competition", "deal").get(competition=event["id"], number=1)
        moves = moves_scoring(moves) if isinstance(moves, int) else moves
        mine = {"player": player.player["id"]}
        with monkeypatch.context() as instead:
            instead.setattr(submit_log, "store_together", lambda submission: submission)
            return submit_log.submit_log(
                entry=Entry.objects.get(competition=event["id"], **mine),
                round=round,
                moves=moves,
                verdict=submit_log.judge(deal=round.deal, moves=moves),
                **{"now": timezone.now(), "token": Token.objects.get(**mine)} | given,
            )

    return sent


@pytest.fixture
def players(anyone, crowd):
    return crowd(["Ann", "Ben", "Cy"])


@pytest.fixture
def contest(owner, players):
    """Makes a contest that the three have joined."""
    return lambda **settings: owner.create_for(*players, **settings)


def store_now(*submissions):
    """Store these in one transaction; return each log, or the refusal."""
    with transaction.atomic():
        return store_logs(submissions)
