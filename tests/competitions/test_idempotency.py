"""A POST under an `Idempotency-Key` happens once, and is answered the same again."""

import json
from collections import Counter
from functools import partial

import pytest
from django.db import IntegrityError, OperationalError
from django.test import Client as DjangoClient

from competitions.api.describe import description_of
from competitions.api.idempotency import AT_WORK, free_unanswered
from competitions.metrics import PROBLEMS
from competitions.models import Competition, Entry, KeptAnswer, Log
from competitions.play.submit_log import judge
from tests.clients.contests import contest, moves_scoring

from .stored import row_counts
from .test_schema import operations

REPLAYED = "idempotency-replayed"
IN_PROGRESS, CONFLICT = (409, "in_progress"), (409, "idempotency_conflict")
MOVES = moves_scoring(20)


def make(client, body=None, key="k", path="/competitions"):
    return client.post(path, contest() if body is None else body, Idempotency_Key=key)


def repeated(send):
    """The first answer, after the same has come again and stored nothing."""
    first, rows, again = send(), row_counts(), send()
    assert (again.status, again.raw) == (first.status, first.raw)
    for field in ("content-type", "location"):
        assert again.headers.get(field) == first.headers.get(field)
    assert (first.headers.get(REPLAYED), again.headers.get(REPLAYED)) == (None, "true")
    assert row_counts() == rows
    return first


def test_a_repeat_is_answered_the_same_byte_for_byte(owner, rival, event):
    repeated(lambda: make(owner))
    repeated(lambda: make(owner, {}, path=f"/competitions/{event['id']}/entries"))
    for number, moves in enumerate((MOVES, ["nonsense"])):
        repeated(partial(rival.submit, event, moves, Idempotency_Key=f"k{number}"))


TAKES_NO_KEY = {
    "its answer holds a secret": "create_guest create_token create_ticket create_webhook make_own_calendar",
    "its moves have numbers": "play_moves take_back finish_attempt",
    "it makes nothing": "replay resend_delivery ping_webhook",
    "done twice, it is done once": "declare_done publish_competition close_competition cancel_competition "
    "certify_competition disqualify_entry reinstate_entry rename_entry add_organiser read_notices "
    "skip_date end_series",
}


@pytest.mark.extra
def test_every_post_that_makes_something_takes_a_key(owner, rival, stranger, event, clock):
    """The same key and body: the same status, answer and place. Another body: a conflict."""
    invited, fresh = owner.create(access="invite"), owner.create(play="sealed", rounds=[{"game": "wish"}])
    rival.join(fresh)
    duel = owner.post("/duels", {"game": "wish"}).body
    rival.join(duel)
    clock.forward(days=7)
    at, wish, well = "/competitions/{id}".format_map, {"game": "wish"}, {"game": "well"}
    circle = owner.post("/circles", {"name": "Sunday club"}).body
    weekly = {"template": event["id"], "every": "week", "at": "19:00", "zone": "Europe/Berlin"}
    badges = f"/competitions/{invited['id']}/badges"
    badge = owner.post(badges, {"names": ["Anna"]}).body["results"][0]["id"]
    entry = Entry.objects.get(competition=event["id"], player=rival.player["id"])
    in_circle, invite = "/circles/{id}".format_map(circle), {"invite": circle["invite"]}
    sends = {
        "create_circle": (owner, "/circles", {"name": "One"}, {"name": "Another"}),
        "join_circle": (stranger, f"{in_circle}/members", invite, {"invite": "x"}),
        "renew_circle_invite": (owner, f"{in_circle}/invite", {}, {"more": 1}),
        "make_series": (owner, "/series", weekly, weekly | {"at": "20:00"}),
        "create_competition": (owner, "/competitions", contest(), contest(name="Another")),
        "challenge": (owner, "/challenges", wish, well),
        "make_duel": (owner, "/duels", wish, well),
        "rematch": (owner, at(duel) + "/rematch", {}, {"more": 1}),
        "copy_competition": (owner, at(event) + "/copy", {}, {"more": 1}),
        "renew_invite": (owner, at(invited) + "/invite", {}, {"reason": "It got about."}),
        "add_badges": (owner, badges, {"names": ["Ben"]}, {"names": ["Cleo"]}),
        "renew_badge": (owner, f"{badges}/{badge}/renew", {}, {"more": 1}),
        "join_competition": (stranger, at(event) + "/entries", {}, {"invite": "x"}),
        "start_attempt": (rival, at(fresh) + "/rounds/1/attempts", {}, {"more": 1}),
        "submit_log": (rival, at(event) + "/rounds/1/logs", {"moves": []}, {"moves": ["turn"]}),
        "grant": (
            *(owner, f"{at(event)}/entries/{entry.pk}/grants"),
            *({"round": 1, "reason": "Late.", "set_aside": True}, {"round": 1}),
        ),
        "write_message": (
            *(owner, f"{at(event)}/entries/{entry.pk}/messages"),
            *({"text": "Well played."}, {"text": "Hello."}),
        ),
    }
    posts = [description_of(view, method) for method, _, view in operations() if method == "POST"]
    taking = {post.name for post in posts if post.once}
    assert taking == set(sends)
    assert {post.name for post in posts} - taking == set(" ".join(TAKES_NO_KEY.values()).split())
    for name, (caller, path, body, other) in sends.items():
        assert repeated(partial(make, caller, body, path=path)).status in (200, 201), name
        rows = row_counts()
        assert make(caller, other, path=path).outcome == CONFLICT, name
        assert row_counts() == rows, name


def test_what_was_made_is_found_where_the_answer_says(owner, rival, event):
    path, wish = f"/competitions/{event['id']}", {"game": "wish"}
    for caller, at, body in (
        *((owner, "/competitions", contest()), (owner, f"{path}/copy", {}), (owner, "/challenges", wish)),
        *((owner, "/duels", wish), (owner, "/circles", {"name": "Sunday club"})),
        *((rival, f"{path}/rounds/1/attempts", {}), (rival, f"{path}/rounds/1/logs", {"moves": []})),
        (rival, f"{path}/rounds/1/logs", {"moves": ["nonsense"]}),
    ):
        made = caller.post(at, body)
        assert made.status == 201
        found = caller.follow(made.headers["location"])
        assert (found.status, found.body["id"]) == (200, made.body["id"])
    assert "location" not in rival.post(f"{path}/entries", {}).headers


def counted_problems():
    samples = [sample for metric in PROBLEMS.collect() for sample in metric.samples]
    return Counter({str(each.labels): int(each.value) for each in samples if each.name.endswith("_total")})


def test_what_was_refused_is_refused_again_in_the_same_words(owner, rival, clock):
    invited, closing = owner.create(access="invite"), owner.create(closes_at=clock.after(hours=1))
    scheduled = owner.create_for(rival, opens_at=clock.after(hours=1))
    sends = [
        lambda: make(rival, {"invite": "x"}, path=f"/competitions/{invited['id']}/entries"),
        lambda: rival.submit(closing, [], Idempotency_Key="k"),
        lambda: rival.submit(scheduled, [], Idempotency_Key="k"),
    ]
    counted = counted_problems()
    first = [send() for send in sends]
    assert [answer.status for answer in first] == [403, 403, 409]
    of_first = counted_problems() - counted
    assert of_first.total() == len(first)
    rival.join(closing)
    clock.forward(hours=2)  # what was wrong then is wrong no more, but the answer is kept
    rows = row_counts()
    for send, before in zip(sends, first, strict=True):
        again = send()
        assert (again.status, again.raw, again.headers[REPLAYED]) == (before.status, before.raw, "true")
    assert row_counts() == rows
    assert counted_problems() - counted == of_first + of_first


def test_a_request_that_was_at_fault_uses_up_no_key(owner, rival, event):
    """Neither what cannot be read, nor what the form refuses, nor what is found out later."""
    logs = f"/competitions/{event['id']}/rounds/1/logs"
    for caller, path, faulty, mended in (
        *((owner, "/competitions", body, None) for body in (contest(name=7), contest(name="\u200b"), b"{")),
        (rival, logs, {"moves": 7}, {"moves": []}),
    ):
        key = f"k{path}{faulty}"[:40].replace(" ", "")
        assert make(caller, faulty, key, path).status in (400, 422)
        assert not KeptAnswer.objects.filter(key=key).exists()
        done = make(caller, mended, key, path)
        assert (done.status, REPLAYED in done.headers) == (201, False), done.raw


def test_the_same_json_is_the_same_body_in_whatever_order_its_keys_stand(owner):
    body = contest(rounds=[{"game": "winabit", "rules": {"scoring": "5b"}, "seed": "abc"}])
    [round] = body["rounds"]
    turned = dict(reversed(body.items())) | {"rounds": [dict(reversed(round.items()))]}
    texts = [json.dumps(body), json.dumps(turned), json.dumps(turned, indent=2, ensure_ascii=False)]
    assert len(set(texts)) == 3
    first, *others = (make(owner, text.encode()) for text in texts)
    assert first.status == 201, first.raw
    assert {(again.status, again.raw) for again in others} == {(201, first.raw)}
    rows = row_counts()
    others = (body | {"name": "Another"}, body | {"rounds": [round, round]}, contest(name="Another"), {})
    for other in (*others, b"[]", b""):
        assert make(owner, other).outcome == CONFLICT
    assert row_counts() == rows


def test_a_body_as_deep_as_can_just_be_read_is_refused_like_others(owner):
    for depth in (*range(900, 1000, 7), 100_000):
        body = b'{"name": ' + b"[" * depth + b"]" * depth + b"}"
        assert make(owner, body).status in (400, 422)


def test_a_key_belongs_to_its_caller_and_its_path(owner, rival, event):
    made = [make(who).body["id"] for who in (owner, rival)]
    assert made[0] != made[1]
    joined = [make(rival, {}, path=f"/competitions/{id}/entries") for id in (event["id"], made[0])]
    assert [answer.status for answer in joined] == [200, 201]
    assert rival.submit(event, [], Idempotency_Key="k").status == 201
    assert KeptAnswer.objects.filter(caller=rival.player["id"], key="k").count() == 4


def test_without_a_key_every_post_counts(owner):
    assert owner.create()["id"] != owner.create()["id"]
    assert not KeptAnswer.objects.exists()


def test_a_key_may_be_any_visible_text(owner):
    for key in ("", " ", "a b", "x" * 256, "\x00", "\x7f", "\xff", "k\u00e9y", "a\tb"):
        before = row_counts()
        make(owner, key=key).refused_for("Idempotency-Key")
        assert row_counts() == before
    for key in ("x" * 255, "!~\"'%_\\", "6f1e3f52-52a3-4e5c-9f0d-4a2ef4e0e9d5"):
        assert make(owner, key=key).raw == make(owner, key=key).raw


def test_guests_take_no_key_since_their_answer_holds_a_secret(anyone, owner):
    for who, name in ((anyone, "Ann"), (anyone, "Bea"), (owner, "Cyd"), (owner, "Dot")):
        assert make(who, {"name": name}, path="/guests").status == 201
    assert make(anyone, {"name": "Eve"}, "\xff", "/guests").status == 201
    assert not KeptAnswer.objects.exists()


def test_a_key_is_kept_for_24_hours_without_a_secret(owner, clock):
    first = make(owner, contest(access="invite"))
    assert owner.token not in KeptAnswer.objects.get().body
    clock.forward(hours=24, microseconds=-1)
    assert make(owner, contest(access="invite")).raw == first.raw
    clock.forward(microseconds=1)
    assert make(owner, contest(access="invite")).body["id"] != first.body["id"]


def die(*_args, **_kwargs):
    raise RuntimeError("a crash")


def unreachable(**_):
    raise OperationalError("gone")


def stubborn(client, path, body):
    """The same request, whose client gets a 500 when the service crashes."""
    headers = {"Authorization": f"Bearer {client.token}", "Idempotency-Key": "k"}
    django = DjangoClient(raise_request_exception=False)
    return django.post(f"/api/v1{path}", body, content_type="application/json", headers=headers)


CREATE = "views.competitions.create_competition"


@pytest.mark.parametrize(
    ("at", "fault", "status"),
    [("idempotency.JSONRenderer", die, 500), (CREATE, die, 500), (CREATE, unreachable, 503)],
)
def test_a_fault_of_ours_leaves_nothing_and_frees_the_key(owner, monkeypatch, at, fault, status):
    before = row_counts()
    with monkeypatch.context() as crash:
        crash.setattr(f"competitions.api.{at}", fault)
        failed = stubborn(owner, "/competitions", contest())
    assert failed.status_code == status
    if status == 503:
        assert failed.json()["code"] == "unavailable"
        assert int(failed.headers["Retry-After"]) >= 1
        assert failed.headers["Content-Type"] == "application/problem+json"
    assert row_counts() == before
    assert stubborn(owner, "/competitions", contest()).status_code == 201
    assert Competition.objects.count() == 1


def test_a_rate_limit_does_not_use_up_the_key(owner, monkeypatch):
    with monkeypatch.context() as busy:
        busy.setattr("competitions.web.limits.seconds_to_wait", lambda *_: 1.2)
        refused = make(owner)
    assert (refused.outcome, refused.headers["retry-after"]) == ((429, "rate_limited"), "2")
    assert make(owner).status == 201


def die_at_work(owner):
    """Leave a key as a process leaves it that was killed at work: reserved, and nothing written."""
    first = make(owner)
    Competition.objects.all().delete()
    KeptAnswer.objects.filter(key="k").update(status=None, body="")
    return first


def test_a_request_that_died_is_done_by_a_repeat_once_its_time_is_over(owner, clock):
    first = die_at_work(owner)
    clock.forward(seconds=AT_WORK.total_seconds() - 0.1)
    refused = make(owner)
    assert (refused.outcome, refused.headers["retry-after"]) == (IN_PROGRESS, "1")
    clock.forward(seconds=0.1)
    again = make(owner)
    assert again.status == 201
    assert again.raw != first.raw
    assert make(owner).raw == again.raw
    assert Competition.objects.count() == 1


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_was_set_holds_nobody_up(owner, clock, hours):
    die_at_work(owner)
    clock.forward(hours=hours)
    assert make(owner).status == 201


def test_what_a_former_process_held_is_free_at_its_next_start(owner, clock):
    answered = make(owner, key="answered")
    die_at_work(owner)
    free_unanswered(clock.now)
    assert make(owner, key="answered").raw == answered.raw
    assert make(owner).status == 201


@pytest.fixture
def slow_judge(monkeypatch):
    """Does something while the first log is being judged."""

    def during(happens):
        def judging(**deal):
            monkeypatch.setattr("competitions.api.views.logs.judge", judge)
            happens()
            return judge(**deal)

        monkeypatch.setattr("competitions.api.views.logs.judge", judging)

    return during


@pytest.fixture
def submit(rival, event):
    return lambda: rival.submit(event, MOVES, Idempotency_Key="k")


@pytest.mark.parametrize("freed_by", ["time", "a start"])
def test_a_request_that_was_given_up_and_lives_on_writes_nothing(submit, slow_judge, clock, freed_by):
    """In the middle of its work a repeat takes it for dead and does the work."""
    repeats = []

    def take_its_place():
        if freed_by == "a start":
            free_unanswered(clock.now)
        else:
            clock.forward(seconds=AT_WORK.total_seconds())
        repeats.append(submit())
        Log.objects.all().delete()  # so that the key alone can stop the late one

    slow_judge(take_its_place)
    assert submit().outcome == IN_PROGRESS
    assert repeats[0].status == 201
    assert not Log.objects.exists()
    assert submit().raw == repeats[0].raw


def test_a_key_freed_while_a_repeat_looks_for_it_is_in_progress(owner, monkeypatch):
    def lost(**_):
        raise IntegrityError("somebody has it")

    with monkeypatch.context() as race:
        race.setattr(KeptAnswer.objects, "create", lost)
        assert make(owner).outcome == IN_PROGRESS
    assert not Competition.objects.exists()


def test_joining_under_a_key_stores_entry_and_answer_together(owner, rival, monkeypatch):
    event = owner.create()
    with monkeypatch.context() as crash:
        crash.setattr("competitions.api.idempotency.JSONRenderer", die)
        assert stubborn(rival, f"/competitions/{event['id']}/entries", {}).status_code == 500
    assert not Entry.objects.exists()
    assert Competition.objects.get().changes == 0


def test_a_guest_whose_token_cannot_be_made_leaves_the_name_free(anyone, monkeypatch):
    before = row_counts()
    with monkeypatch.context() as crash:
        crash.setattr("competitions.people.register.first_token", die)
        with pytest.raises(RuntimeError):
            anyone.guest("Ann")
    assert row_counts() == before
    anyone.guest("Ann")
