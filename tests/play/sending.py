"""Submissions that are stored without a request, for tests that store several at once."""

import json

import pytest
from django.db import transaction
from django.utils import timezone

from competitions.models import Entry, Round, Token
from competitions.play.store_logs import Submission, decide
from competitions.play.submit_log import judge
from tests.clients.contests import moves_scoring

__all__ = ["contest", "players", "sent", "store_now"]


@pytest.fixture
def sent():
    """A submission of these moves, or of the golden log's first moves that lead to this score."""

    def sent(event, player, moves, **given):
        round = Round.objects.select_related("competition", "deal").get(competition=event["id"], number=1)
        entry = Entry.objects.get(competition=event["id"], player=player.player["id"])
        moves = moves_scoring(moves) if isinstance(moves, int) else moves
        named = {
            "token": Token.objects.get(player=player.player["id"]),
            "entry": entry,
            "round": round,
            "verdict": judge(deal=round.deal, moves=moves),
            "text": json.dumps(moves),
            "fingerprint": json.dumps(moves)[-64:],
            "now": timezone.now(),
            "along": None,
        }
        return Submission(**named | given)

    return sent


@pytest.fixture
def players(anyone, crowd):
    return crowd(["Ann", "Ben", "Cy"])


@pytest.fixture
def contest(owner, players):
    """Makes a contest that the three have joined."""

    def contest(**settings):
        event = owner.create(**settings)
        for player in players:
            player.join(event)
        return event

    return contest


def store_now(*submissions):
    """Store these submissions in one transaction; return what became of each."""
    with transaction.atomic():
        outcomes, write = decide(submissions)
        write()
    return outcomes
