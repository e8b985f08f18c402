"""Webhooks over REST: what organisers can do, and nobody else."""

import pytest
from django.utils import timezone
from standardwebhooks import Webhook

from competitions.models import Delivery, Hook
from competitions.outbound.webhooks.sign import signed

GOOD = {"url": "https://hooks.example/evendeal?key=1", "events": ["result", "state"]}


@pytest.fixture
def event(owner, clock):
    return owner.create()


@pytest.fixture
def path(event):
    return f"/competitions/{event['id']}/webhooks"


@pytest.fixture
def hook(owner, path):
    made = owner.post(path, GOOD)
    assert made.status == 201, made.raw
    return made.body


@pytest.fixture
def sent(hook, clock):
    """A delivery that was accepted, and one that was not."""
    made = Hook.objects.get(pk=hook["id"])
    common = {"hook": made, "type": "result", "body": "{}", "at": clock.now, "attempts": 1}
    done = Delivery.objects.create(
        **common, number=1, status_code=204, accepted_at=clock.now, tried_at=clock.now
    )
    stuck = Delivery.objects.create(
        **common, number=2, failure={"code": "name_unknown", "facts": {}}, tried_at=clock.now
    )
    Hook.objects.update(failures=1, failing_since=clock.now, stopped_at=clock.now, next_try_at=clock.now)
    return done, stuck


def test_the_secret_is_shown_once_and_signs_what_is_sent(owner, path, hook, monkeypatch):
    assert hook["secret"].startswith("whsec_")
    monkeypatch.undo()  # the library looks at the real clock
    headers = signed(hook["id"], "m", '{"a":"é"}', timezone.now())
    assert Webhook(hook["secret"]).verify('{"a":"é"}', dict(headers)) == {"a": "é"}
    (listed,) = owner.get(path).body["results"]
    assert listed == {name: value for name, value in hook.items() if name != "secret"}
    assert listed | GOOD == listed
    assert listed["state"] == "working"


def test_a_secret_is_stored_nowhere_and_no_two_are_the_same(owner, path, hook):
    other = owner.post(path, GOOD).body
    assert other["secret"] != hook["secret"]
    stored = repr(list(Hook.objects.values()))
    assert hook["secret"] not in stored
    assert hook["secret"].removeprefix("whsec_") not in stored


def test_it_is_told_of_everything_unless_it_says_of_what(owner, path):
    assert owner.post(path, {"url": GOOD["url"]}).body["events"] == ["joined", "result", "state", "act"]


def test_there_are_a_few_at_most(owner, path):
    for _ in range(5):
        assert owner.post(path, GOOD).status == 201
    assert owner.post(path, GOOD).outcome == (409, "full")


def test_nobody_but_an_organiser_knows_of_them(owner, rival, anyone, event, path, hook, sent):
    rival.join(event)
    one = f"{path}/{hook['id']}"
    asked = [
        ("GET", path),
        ("POST", path),
        ("DELETE", one),
        ("GET", f"{one}/deliveries"),
        ("POST", f"{one}/deliveries/{sent[0].pk}/resend"),
        ("POST", f"{one}/ping"),
    ]
    for method, where in asked:
        assert rival.request(method, where).outcome == (403, "forbidden")
        assert anyone.request(method, where).status == 401
    elsewhere = rival.create()["id"]
    for method, where in asked[2:]:
        theirs = where.replace(event["id"], elsewhere)
        assert rival.request(method, theirs).outcome == (404, "not_found")
    assert Hook.objects.exists()


def test_entrants_read_in_the_trail_where_events_go(owner, path, hook, event):
    owner.request("DELETE", f"{path}/{hook['id']}")
    assert [(act["act"], act["reason"]) for act in owner.trail(event)] == [
        ("add_webhook", "hooks.example"),
        ("remove_webhook", "hooks.example"),
    ]


def test_one_that_is_removed_is_gone(owner, path, hook, sent):
    gone = owner.request("DELETE", f"{path}/{hook['id']}")
    assert (gone.status, gone.raw) == (204, b"")
    assert owner.get(path).body["results"] == []
    assert owner.request("DELETE", f"{path}/{hook['id']}").outcome == (404, "not_found")
    assert not Delivery.objects.exists()


def test_nothing_is_sent_for_an_organiser_who_is_deleted_unless_others_organise_too(
    owner, rival, event, path, hook, sent
):
    """And then to the webhooks of others alone."""
    shared = owner.create(name="Run by two")
    assert owner.act(shared, "organisers", name="Ray Rival").status == 200
    kept, _ = [
        each.post(f"/competitions/{shared['id']}/webhooks", GOOD).body["id"] for each in (rival, owner)
    ]
    assert owner.request("DELETE", "/me").status == 204
    assert list(Hook.objects.values_list("pk", flat=True)) == [kept]
    assert not Delivery.objects.exists()
    assert rival.request("DELETE", f"/competitions/{shared['id']}/webhooks/{kept}").status == 204


@pytest.mark.parametrize("by", ["the owner", "themselves", "leaving the site"])
def test_the_webhooks_of_a_co_organiser_who_is_removed_go_too(owner, rival, event, path, hook, by):
    owner.act(event, "organisers", name="Ray Rival")
    for host in ("one", "two"):
        assert rival.post(path, GOOD | {"url": f"https://{host}.example/ray?key=1"}).status == 201
    at = f"/competitions/{event['id']}/organisers/{rival.player['id']}"
    remover = owner if by == "the owner" else rival
    assert remover.request("DELETE", "/me" if by == "leaving the site" else at).status in (200, 204)
    assert [each["id"] for each in owner.get(path).body["results"]] == [hook["id"]]
    if by != "leaving the site":
        trail = [(act["act"], act["reason"], act["actor"]["id"]) for act in owner.trail(event)]
        who = remover.player["id"]
        assert trail[-1] == ("unshare", "", who)
        assert set(trail[-3:-1]) == {("remove_webhook", f"{host}.example", who) for host in ("one", "two")}


def test_who_hands_a_contest_over_keeps_their_webhooks_as_long_as_they_organise_it(
    owner, rival, event, path, hook
):
    owner.act(event, "organisers", name="Ray Rival")
    assert rival.post(path, GOOD).status == 201
    assert owner.act(event, "organisers", name="Ray Rival", owner=True).status == 200
    assert Hook.objects.count() == 2
    rival.request("DELETE", f"/competitions/{event['id']}/organisers/{owner.player['id']}")
    assert [each["id"] for each in rival.get(path).body["results"]] != [hook["id"]]
    assert Hook.objects.count() == 1


def test_deliveries_are_listed_the_newest_first(owner, path, hook, sent):
    done, stuck = sent
    page = owner.get(f"{path}/{hook['id']}/deliveries").body
    assert page["results"] == [
        {
            "id": stuck.pk,
            "type": "result",
            "at": "2026-11-21T12:00:00Z",
            "status": "stopped",
            "attempts": 1,
            "next_try_at": None,
            "answer": {"status": None, "text": "Its name could not be found."},
        },
        {
            "id": done.pk,
            "type": "result",
            "at": "2026-11-21T12:00:00Z",
            "status": "accepted",
            "attempts": 1,
            "next_try_at": None,
            "answer": {"status": 204, "text": ""},
        },
    ]


def test_what_is_sent_again_goes_on(owner, path, hook, sent):
    done, stuck = sent
    again = owner.post(f"{path}/{hook['id']}/deliveries/{stuck.pk}/resend", {})
    assert again.body["status"] == "waiting"
    assert again.body["next_try_at"] == "2026-11-21T12:00:00Z"
    assert Hook.objects.get().state == "working"
    assert owner.post(f"{path}/{hook['id']}/deliveries/{done.pk}/resend", {}).body["status"] == "accepted"
    done.refresh_from_db()
    assert done.again
    assert owner.post(f"{path}/{hook['id']}/deliveries/nothing/resend", {}).status == 404


def test_a_ping_is_a_delivery_of_its_own_that_is_sent_once(owner, path, hook, sent):
    done, stuck = sent
    asked = owner.post(f"{path}/{hook['id']}/ping", {})
    assert asked.status == 202
    assert asked.body == {
        "id": asked.body["id"],
        "type": "ping",
        "at": "2026-11-21T12:00:00Z",
        "status": "waiting",
        "attempts": 0,
        "next_try_at": None,
        "answer": None,
    }
    assert owner.post(f"{path}/{hook['id']}/ping", {}).body == asked.body, "one that waits is enough"
    listed = owner.get(f"{path}/{hook['id']}/deliveries").body["results"]
    assert [each["id"] for each in listed] == [asked.body["id"], stuck.pk, done.pk]
    assert Hook.objects.get().state == "stopped"
    assert owner.post(f"{path}/nothing/ping", {}).status == 404
    owner.act({"id": path.split("/")[2]}, "cancel")
    assert owner.post(f"{path}/{hook['id']}/ping", {}).status == 202
