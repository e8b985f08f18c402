"""What a webhook is sent calls players as they are called now: a name that is gone is not sent again."""

import json

import pytest
from standardwebhooks import Webhook

from competitions.models import Delivery, Hook, Player
from competitions.moderation.measures import hide_name
from competitions.outbound.webhooks import delivery
from competitions.outbound.webhooks.http_post import ReceiversAnswer
from competitions.people.register import register_guest
from tests.clients.contests import golden
from tests.competitions.conftest import anyone, clock, owner, rival, stranger
from tests.jobs.work import do_all_due
from tests.moderation.staffing import make_account_staff

__all__ = ["anyone", "clock", "owner", "rival", "stranger"]

MOVES = golden()["log"]["moves"]


class Receiver:
    """What was posted; it answers with `status`."""

    def __init__(self) -> None:
        self.status = 200
        self.got = []

    def post(self, target, body, headers, *, private):
        self.got.append((headers, body))
        return ReceiversAnswer(self.status, "")

    @property
    def last(self):
        return json.loads(self.got[-1][1])


@pytest.fixture
def receiver(clock, monkeypatch):
    receiver = Receiver()
    monkeypatch.setattr(delivery, "post", receiver.post)
    return receiver


@pytest.fixture
def event(owner):
    return owner.create()


@pytest.fixture
def follow(owner, event):
    """Adds a webhook that is told of these types, and gives its path and its secret."""

    def follow(*types):
        path = f"/competitions/{event['id']}/webhooks"
        made = owner.post(path, {"url": "https://hooks.example/", "events": list(types)}).body
        return f"{path}/{made['id']}", made["secret"]

    return follow


def come_again(clock):
    """Let what was not accepted be sent again."""
    clock.now = Hook.objects.get().next_try_at
    do_all_due()


def name_of(client):
    return Player.objects.get(pk=client.player["id"]).name


def test_what_was_not_accepted_comes_again_without_the_name_of_who_is_deleted(
    rival, event, follow, receiver, clock
):
    _, secret = follow("joined")
    receiver.status = 500
    rival.join(event)
    do_all_due()
    first = receiver.last
    assert first["data"]["player"]["name"] == "Ray Rival"
    assert rival.request("DELETE", "/me").status == 204
    receiver.status = 200
    come_again(clock)
    again = receiver.last
    assert again["data"]["player"].pop("name") == name_of(rival) != first["data"]["player"].pop("name")
    assert again == first
    (before, _), (headers, body) = receiver.got
    assert headers["webhook-id"] == before["webhook-id"]
    signature = Webhook(secret).sign(headers["webhook-id"], clock.now, body.decode())
    assert headers["webhook-signature"] == signature
    assert b"Ray Rival" not in body


def test_nor_has_it_the_name_where_it_is_sent_once_more(owner, rival, event, follow, receiver):
    path, _ = follow("result")
    rival.join(event)
    rival.submit(event, MOVES)
    do_all_due()
    assert receiver.last["data"]["player"]["name"] == "Ray Rival"
    assert rival.request("DELETE", "/me").status == 204
    [sent] = owner.get(f"{path}/deliveries").body["results"]
    assert owner.post(f"{path}/deliveries/{sent['id']}/resend", {}).status == 200
    do_all_due()
    assert len(receiver.got) == 2
    assert receiver.last["data"]["player"]["name"] == name_of(rival)
    assert b"Ray Rival" not in receiver.got[-1][1]


def test_an_act_names_nobody_who_is_deleted(owner, rival, event, follow, receiver, clock):
    """Neither who did it nor whom it is about."""
    entry = rival.join(event).body["id"]
    follow("act")
    do_all_due()
    receiver.status = 500
    owner.act(event, "organisers", name="Ray Rival")
    assert rival.act(event, f"entries/{entry}/disqualify", reason="A test").status == 200
    do_all_due()
    assert receiver.last["data"]["player"]["name"] == "Ray Rival"
    assert rival.request("DELETE", "/me").status == 204
    receiver.status = 200
    come_again(clock)
    shared, disqualified = [json.loads(body)["data"] for _, body in receiver.got[-2:]]
    assert (shared["act"], disqualified["act"]) == ("share", "disqualify")
    assert (shared["actor"]["name"], shared["player"]["name"]) == ("Olga Owner", name_of(rival))
    assert disqualified["actor"]["name"] == disqualified["entry"]["player"]["name"] == name_of(rival)


def test_a_name_that_the_staff_have_hidden_is_not_sent_again(rival, event, follow, receiver, clock):
    follow("joined")
    receiver.status = 500
    rival.join(event)
    do_all_due()
    staff = make_account_staff(register_guest(name="Stella Staff", bot=False, now=clock.now))
    hide_name(player=Player.objects.get(pk=rival.player["id"]), staff=staff, reason="Rude", now=clock.now)
    come_again(clock)
    assert receiver.last["data"]["player"]["name"] == name_of(rival) != "Ray Rival"


def test_no_name_is_stored_in_what_was_sent(owner, rival, event, follow, receiver):
    follow("joined", "result", "act")
    rival.join(event)
    rival.submit(event, MOVES)
    owner.act(event, "organisers", name="Ray Rival")
    do_all_due()
    assert {json.loads(body)["type"] for _, body in receiver.got} == {"joined", "result", "act"}
    assert all(b"Ray Rival" in body for _, body in receiver.got[1:])
    bodies = Delivery.objects.values_list("body", flat=True)
    assert len(bodies) == len(receiver.got) >= 4
    assert not [body for body in bodies if "Ray" in body or "Olga" in body]


def test_what_the_release_before_has_stored_is_sent_with_the_names_of_now(
    owner, rival, event, follow, receiver, clock
):
    follow("joined")
    receiver.status = 500
    rival.join(event)
    do_all_due()
    Delivery.objects.update(body=receiver.got[-1][1].decode())
    assert rival.request("DELETE", "/me").status == 204
    come_again(clock)
    assert receiver.last["data"]["player"]["name"] == name_of(rival)
