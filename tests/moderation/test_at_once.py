"""A ban while its player and others play on: nobody waits in a circle, and in the end it holds everywhere."""

import pytest
from django.utils import timezone

from competitions.models import Player
from competitions.moderation.measures import ban
from tests.clients.contests import moves_scoring
from tests.competitions.conftest import committed
from tests.jobs.work import do_all_ready
from tests.threads import at_once

from .staffing import make_account_staff

__all__ = ["committed"]


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["sqlite", "postgresql"], indirect=True)
def test_a_ban_while_logs_arrive(committed):
    staff = make_account_staff(Player.objects.get(pk=committed.guest("Stella Staff").player["id"]))
    owner, rival = committed.guest("Olga Owner"), committed.guest("Ray Rival")
    events = [owner.create(attempts=None) for _ in range(4)]
    for event in events:
        for player in (owner, rival):
            player.join(event)
    banned = Player.objects.get(pk=rival.player["id"])

    def play(player):
        for event in events:
            for score in (25, 20, 15):
                assert player.submit(event, moves_scoring(score)).status in (201, 403)

    def end():
        ban(player=banned, staff=staff, reason="Enough.", now=timezone.now())
        do_all_ready()

    at_once(lambda: play(owner), lambda: play(rival), end)
    for event in events:
        assert [row[:2] for row in owner.places(event)] == [(1, "Olga Owner"), (None, "Ray Rival")]
    assert rival.submit(events[0], []).outcome == (403, "banned")
