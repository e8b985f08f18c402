"""The cast of the API's tests, and a site whose follower of notices is at work already."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from competitions import followers
from competitions.contests.follower import CERTIFYING, CLOSING
from competitions.models import Broadcast, Player
from competitions.outbound.notices import follower as notices_follower
from competitions.outbound.notices import notice_mails
from competitions.outbound.notices.broadcasts import look_for_closing
from competitions.outbound.webhooks import follower as webhooks_follower
from tests.clients.rest import Client
from tests.competitions.conftest import Clock, anyone, clock, crowd, owner, rival, stranger
from tests.jobs.work import do_all_due, do_all_ready

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]

Told = Callable[..., list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def follower(db: None, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells of what happens after it was met. Beside it are those whose acts it tells of."""
    beside = (webhooks_follower.FOLLOWER, CLOSING, CERTIFYING)
    monkeypatch.setattr(followers, "FOLLOWERS", (*beside, notices_follower.FOLLOWER))
    do_all_due()


@pytest.fixture
def told(clock: Clock) -> Told:
    """A player's notices once all is done that is due, the oldest first; of these types, if any are named."""

    def told(player: Client, *types: str) -> list[dict[str, Any]]:
        do_all_due()
        look_for_closing(clock.now)
        Broadcast.objects.filter(due=True).update(free_at=None)
        do_all_ready()
        answer = player.get("/notices", limit=200)
        assert answer.status == 200, answer.raw
        return [each for each in reversed(answer.body["results"]) if not types or each["type"] in types]

    return told


@pytest.fixture
def mailed() -> Callable[..., None]:
    """The player wants mails at an address, which is confirmed."""

    def mailed(player: Client, address: str = "ray@example.org") -> None:
        found = Player.objects.get(pk=player.player["id"])
        found.emailaddress_set.create(email=address, verified=True, primary=True)
        notice_mails.ask_for_mails(player=found, site="https://evendeal.example")

    return mailed


@pytest.fixture
def sent(clock: Clock) -> Callable[[int], list[EmailMessage]]:
    """The mails that are sent so many minutes later."""

    def sent(minutes: int) -> list[EmailMessage]:
        clock.forward(minutes=minutes)
        mail.outbox.clear()
        notice_mails.mail_due(clock.now)
        do_all_ready()
        return mail.outbox

    return sent
