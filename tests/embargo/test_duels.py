"""A duel that was made for one player is seen by its two: whoever else has a link learns nothing of it."""

import re

import pytest
from django.test import Client as DjangoClient

from competitions.contests.auto_close import close_if_all_have_played
from competitions.models import Competition, Entry, Log
from tests.competitions.conftest import anyone, clock, owner, rival, stranger
from tests.play.seats import sit_down

from .routes import ROUTES

__all__ = ["anyone", "clock", "owner", "rival", "stranger"]


@pytest.mark.extra
@pytest.mark.parametrize("over", [False, True])
def test_no_address_tells_others_who_plays_or_how(owner, rival, stranger, clock, over):
    duel = owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).body
    clock.forward(minutes=1)
    seats = [sit_down(player, duel) for player in (owner, rival)]
    assert seats[0].finish().status == 200
    if over:
        seats[1].finish()
        close_if_all_have_played(competition_id=duel["id"], now=clock.now)
        clock.forward(minutes=1)
        assert owner.get(f"/competitions/{duel['id']}").body["state"] == "closed"
    competition = Competition.read(duel["id"])
    named = {
        "competition_id": duel["id"],
        "entry_id": Entry.objects.get(player=owner.player["id"]).pk,
        "attempt_id": seats[0].attempt["id"],
        "log_id": Log.objects.get(entry__player=owner.player["id"]).pk,
        "number": "1",
    }
    hidden = [owner.player["name"], rival.player["name"], competition.rounds_in_order[0].deal.seed]
    token = {"HTTP_AUTHORIZATION": f"Bearer {stranger.token}"}
    addresses = [re.sub(r"<\w+:(\w+)>", lambda name: named.get(name[1], "2" * 16), route) for route in ROUTES]
    asked = [address for address in addresses if any(id in address for id in named.values())]
    assert len(asked) > 20
    for address in asked:
        for answer in (DjangoClient().get(f"/{address}", **token), DjangoClient().get(f"/{address}")):
            own_file = address == "api/v1/me/export"
            assert own_file or not (answer.streaming and answer.status_code == 200), address
            told = (b"".join(answer) if own_file or not answer.streaming else b"").decode(errors="replace")
            assert not [each for each in hidden if each in told], address
