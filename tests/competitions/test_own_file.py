"""The file of everything that is kept about a player, for them alone."""

import json
from datetime import UTC, datetime
from operator import itemgetter

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.accounts.mails import send_later
from competitions.models import Measure, Player, Reply
from competitions.moderation import own_file
from competitions.moderation.holdings import HOLDINGS
from competitions.times import moment


def told(client):
    answer = client.get("/me/export")
    assert answer.status == 200
    return answer.body


def test_every_part_that_is_named_is_in_the_file_and_no_other(rival):
    parts = {holding.part for holding in HOLDINGS if holding.part}
    assert parts == set(own_file.PARTS) == set(told(rival)) - {"player"}


def test_the_file_of_a_player(owner, rival):
    event = owner.create(name="Friday", rounds=[{"game": "wish", "seed": "friday"}])
    sealed = owner.create(name="Night", play="sealed", rounds=[{"game": "wish"}])
    for each in (event, sealed):
        rival.join(each)
    rejected = rival.submit(event, ["nonsense"]).body
    log = rival.submit(event, []).body
    running = rival.post(f"/competitions/{sealed['id']}/rounds/1/attempts", {}).body
    rival.post("/tokens", {"name": "My bot", "scopes": ["read"]})
    circle = rival.post("/circles", {"name": "Club"}).body
    duel = owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).body
    player = Player.objects.get(pk=rival.player["id"])
    player.last_login = datetime(2026, 11, 22, 12, tzinfo=UTC)
    player.save()
    EmailAddress.objects.create(user=player, email="ray@example.org", verified=True)
    Authenticator.objects.create(user=player, type="totp", data={"secret": "very-secret"})
    staff = Player.objects.get(pk=owner.player["id"])
    now = timezone.now()
    measure = Measure.objects.create(kind="warn", player=player, staff=staff, reason="Be kind.", at=now)
    Reply.objects.create(measure=measure, text="I am.", at=now)
    mine = told(rival)
    assert (mine["player"]["name"], mine["player"]["signed_in_at"]) == ("Ray Rival", "2026-11-22T12:00:00Z")
    assert mine["addresses"] == [{"address": "ray@example.org", "confirmed": True}]
    assert [each["type"] for each in mine["authenticators"]] == ["totp"]
    assert {each["name"] for each in mine["tokens"]} == {"first", "My bot"}
    assert {each["title"] for each in mine["entries"]} == {"Friday", "Night"}
    ended, still = sorted(mine["attempts"], key=itemgetter("state"))
    assert (ended["seed"], ended["moves"], ended["score"]) == ("friday", [], log["score"])
    assert (still["id"], still["state"], still["made_at"]) == (running["id"], "running", [])
    assert "seed" not in still, "nobody may see it yet"
    assert [each["id"] for each in mine["rejected_logs"]] == [rejected["id"]]
    assert [each["title"] for each in mine["circles"]] == ["Club"]
    assert [each["id"] for each in mine["duels"]] == [duel["id"]]
    head = rival.get("/me/export").headers["content-disposition"]
    assert head.startswith('attachment; filename="evendeal-ray-rival-20')
    assert [(each["reason"], each["reply"]["text"]) for each in mine["measures"]] == [("Be kind.", "I am.")]
    text = json.dumps(mine)
    assert staff.pk not in text, "who did it is told to nobody"
    secrets = ("very-secret", rival.token, circle["invite"], *player.tokens.values_list("digest", flat=True))
    assert not [secret for secret in secrets if secret in text]
    assert {each["title"] for each in told(owner)["contests"]} == {"Friday", "Night"}
    owner.act(event, "organisers", name="Ray Rival")
    for each in (owner, rival):
        url = f"https://hooks.example/{each.player['id']}"
        assert each.post(f"/competitions/{event['id']}/webhooks", {"url": url}).status == 201
    [shared] = told(rival)["shared_contests"]
    assert [each["url"] for each in shared["webhooks"]] == [f"https://hooks.example/{rival.player['id']}"]


def test_the_file_tells_of_mails_and_not_what_they_say(owner, rival):
    player = Player.objects.get(pk=rival.player["id"])
    EmailAddress.objects.create(user=player, email="ray@example.org", verified=True)
    EmailAddress.objects.create(user=player, email="olga@example.org", verified=False)
    for to, asked_by in (
        ("Ray@example.org", None),
        ("ray.once@example.org", player.pk),
        ("olga@example.org", owner.player["id"]),
    ):
        send_later(subject="123456 is your code", body="123456", to=to, player_id=asked_by)
    jobs = {job.args_kwargs["args"][2]: job for job in DBTaskResult.objects.all()}
    jobs["Ray@example.org"].set_successful(None)
    mails = {each["to"]: each for each in told(rival)["mails"]}
    waits = {to: each["waits"] for to, each in mails.items()}
    said = "an address that is not confirmed may be another's"
    assert waits == {"Ray@example.org": False, "ray.once@example.org": True}, said
    asked = jobs["ray.once@example.org"].enqueued_at
    assert mails["ray.once@example.org"]["asked_at"] == moment(asked)
    assert "123456" not in json.dumps(mails)


@pytest.mark.extra
def test_each_attempt_is_told_once_however_many_begin_at_one_moment(owner, rival, clock, monkeypatch):
    monkeypatch.setattr(own_file, "TOGETHER", 2)
    monkeypatch.setattr(own_file, "KEYS_TOGETHER", 3)
    event = owner.create_for(rival, attempts=None)
    sent = [rival.submit(event, [])] + [rival.submit(event, moves) for moves in (["turn"], ["turn"] * 2)]
    ids = []
    for n in range(5):
        clock.forward(seconds=n // 2)  # some at one moment, others later
        attempt = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
        ids.append(attempt)
        rival.post(f"/attempts/{attempt}/finish", {})
    mine = told(rival)
    assert set(ids) <= {each["id"] for each in mine["attempts"]}
    assert len({each["id"] for each in mine["attempts"]}) == len(mine["attempts"])
    assert len(mine["attempts"]) + len(mine["rejected_logs"]) == len(sent) + len(ids)
