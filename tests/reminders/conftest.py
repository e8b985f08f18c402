"""A push service, a player's browser that it serves, and a site whose jobs a test does when it likes."""

import base64
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from competitions.jobs.workers import SLOW
from competitions.models import Player, RemindedBrowser
from competitions.people.register import register_guest
from tests.competitions.conftest import Clock, clock
from tests.frontend.conftest import browser_of
from tests.hooks.conftest import network
from tests.hooks.receivers import Received, Receiver, answers, receiver
from tests.jobs.work import do_all_ready

__all__ = ["browser_of", "clock", "network"]


def in_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class PushService:
    receiver: Receiver
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def will_answer(self, *statuses: int) -> None:
        self.receiver.behaviours[:] = [answers(status) for status in statuses]

    @property
    def got(self) -> list[Received]:
        return self.receiver.received

    def read(self, received: Received) -> Any:
        """What a message says to the browser."""
        return json.loads(http_ece.decrypt(received.raw, private_key=self.key, auth_secret=self.secret))

    def form(self, **given: str) -> dict[str, str]:
        """What a browser sends that asks for reminders."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": in_base64url(point), "auth": in_base64url(self.secret)}
        return {"endpoint": self.receiver.url, **keys, "zone": "Europe/Berlin", **given}


@pytest.fixture
def service(network: Callable[..., None]) -> Iterator[PushService]:
    """It takes every message, if it is told nothing else."""
    with receiver(answers(201)) as there:
        yield PushService(there)


@pytest.fixture
def rival(db: None, clock: Clock) -> Player:
    return register_guest(name="Ray Rival", bot=False, now=clock.now)


@pytest.fixture
def phone(browser_of: Callable[[Player], Client], rival: Player, service: PushService) -> Client:
    """The rival's browser, in which they have asked for reminders at noon of 21 November, in Berlin."""
    asking = browser_of(rival)
    assert asking.post("/me/reminders", service.form()).status_code == 204
    assert RemindedBrowser.objects.get().player == rival
    return asking


@pytest.fixture
def later(clock: Clock, service: PushService) -> Callable[..., list[Any]]:
    """The messages that come when so much time has passed, as the browser reads them."""

    def later(**time: float) -> list[Any]:
        clock.forward(**time)
        before = len(service.got)
        do_all_ready(SLOW)
        return [service.read(each) for each in service.got[before:]]

    return later
