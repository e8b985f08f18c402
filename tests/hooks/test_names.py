"""What a webhook is sent calls players as they are called now: a name that is gone is not sent again."""

import pytest
from standardwebhooks import Webhook

from competitions.models import Delivery, Hook, Player
from competitions.moderation.measures import hide_name
from tests.clients.contests import golden
from tests.competitions.gone import leave
from tests.jobs.work import do_all_due
from tests.moderation.staffing import register_staff

pytestmark = pytest.mark.usefixtures("clock")

MOVES = golden()["log"]["moves"]


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


def have_name_hidden(client, now):
    staff = register_staff(now)
    hide_name(player=Player.objects.get(pk=client.player["id"]), staff=staff, reason="Rude", now=now)


@pytest.mark.parametrize("lose_name", [leave, have_name_hidden])
@pytest.mark.parametrize("stored_by_the_release_before", [False, True])
def test_what_was_not_accepted_comes_again_without_a_name_that_is_gone(
    rival, event, follow, receiver, clock, lose_name, stored_by_the_release_before
):
    _, secret = follow("joined")
    receiver.status = 500
    rival.join(event)
    do_all_due()
    if stored_by_the_release_before:
        Delivery.objects.update(body=receiver.got[-1][1].decode())
    lose_name(rival, clock.now)
    receiver.status = 200
    come_again(clock)
    (before, _), (headers, body) = receiver.got
    first, again = receiver.bodies
    assert first["data"]["player"].pop("name") == "Ray Rival"
    assert again["data"]["player"].pop("name") == name_of(rival) != "Ray Rival"
    assert again == first
    assert headers["webhook-id"] == before["webhook-id"]
    signature = Webhook(secret).sign(headers["webhook-id"], clock.now, body.decode())
    assert headers["webhook-signature"] == signature
    assert b"Ray Rival" not in body


def test_nor_has_it_the_name_where_it_is_sent_once_more(owner, rival, event, follow, receiver, clock):
    path, _ = follow("result")
    rival.join(event)
    rival.submit(event, MOVES)
    do_all_due()
    leave(rival, clock.now)
    [sent] = owner.get(f"{path}/deliveries").body["results"]
    assert owner.post(f"{path}/deliveries/{sent['id']}/resend", {}).status == 200
    do_all_due()
    names = [body["data"]["player"]["name"] for body in receiver.bodies]
    assert names == ["Ray Rival", name_of(rival)]
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
    assert receiver.bodies[-1]["data"]["player"]["name"] == "Ray Rival"
    leave(rival, clock.now)
    receiver.status = 200
    come_again(clock)
    shared, disqualified = [body["data"] for body in receiver.bodies[-2:]]
    assert (shared["act"], disqualified["act"]) == ("share", "disqualify")
    assert (shared["actor"]["name"], shared["player"]["name"]) == ("Olga Owner", name_of(rival))
    assert disqualified["actor"]["name"] == disqualified["entry"]["player"]["name"] == name_of(rival)


def test_no_name_is_stored_in_what_was_sent(owner, rival, event, follow, receiver):
    follow("joined", "result", "act")
    rival.join(event)
    rival.submit(event, MOVES)
    owner.act(event, "organisers", name="Ray Rival")
    do_all_due()
    assert {body["type"] for body in receiver.bodies} == {"joined", "result", "act"}
    assert all(b"Ray Rival" in body for _, body in receiver.got[1:])
    bodies = Delivery.objects.values_list("body", flat=True)
    assert len(bodies) == len(receiver.got) >= 4
    assert not [body for body in bodies if "Ray" in body or "Olga" in body]
