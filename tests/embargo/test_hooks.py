"""What webhooks are sent has nothing in it that is hidden from those who organise."""

import pytest

from competitions.models import Hook
from competitions.outbound.webhooks import delivery
from competitions.outbound.webhooks.http_post import ReceiversAnswer
from tests.jobs.work import do_all_due

from .stage import Stage
from .walk import Walk


@pytest.fixture
def sent(monkeypatch):
    """What is posted."""
    bodies: list[bytes] = []
    monkeypatch.setattr(
        delivery,
        "post",
        lambda target, body, headers, private: bodies.append(body) or ReceiversAnswer(200, ""),
    )
    return bodies


def follow_all(scene: Stage) -> None:
    """A webhook of each contest is told of all that happened, from the beginning."""
    for event in scene.events:
        organiser = next(viewer for viewer in scene.viewers if event.id in viewer.organises)
        scene.ask(organiser, "POST", f"/competitions/{event.id}/webhooks", {"url": "https://hooks.example/"})
    Hook.objects.update(cursor="0-0-0")
    do_all_due()


def searched(scene: Stage, sent: list[bytes]) -> None:
    """It goes on to anybody: so it is searched for what a stranger may not know."""
    walk = Walk(scene)
    for body in sent:
        walk.search(scene.viewers[0], "a webhook", body)


@pytest.mark.extra
def test_no_webhook_is_sent_a_card_a_move_or_a_seed(sealed, sent):
    scene = sealed()
    follow_all(scene)
    assert sum(b'"type":"result"' in body for body in sent) >= 3
    searched(scene, sent)


@pytest.mark.extra
def test_nor_is_one_of_an_open_contest(opened, sent):
    scene = opened("three-by-three", 5)
    follow_all(scene)
    assert sum(b'"type":"result"' in body for body in sent) >= 4
    searched(scene, sent)
