"""What players are told, and that they are told it once."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from competitions.contests.circles.ownership import close_circle
from competitions.expiry import expired, sweep_some
from competitions.ledger.event_rows import rows_between
from competitions.models import Act, Broadcast, Circle, Notice, Player
from competitions.models.notices import MOST_NOTICES
from competitions.moderation.measures import ban
from competitions.outbound.notices import broadcasts
from competitions.outbound.notices import follower as notices_follower
from competitions.outbound.notices.broadcasts import look_for_closing, tell_some
from competitions.outbound.notices.notice_words import (
    SAID,
    SAID_OF_A_DRAFT,
    SAID_OF_A_DUEL,
    path_of,
    sentence_of,
)
from competitions.outbound.notices.notify import SPARE, notify
from competitions.play.deadlines import do_what_is_due
from competitions.realtime.bells import inboxes
from tests.clients.contests import moves_scoring
from tests.moderation.staffing import make_account_staff
from tests.play.seats import sit_down

HOUR = timedelta(hours=1)


def types(notices):
    return [each["type"] for each in notices]


def test_who_has_joined_is_told_that_it_opens_and_that_it_closes_and_of_its_results(
    owner, rival, told, clock
):
    event = owner.create_for(rival, opens_at=clock.after(hours=1), closes_at=clock.after(hours=5))
    assert told(rival) == []
    clock.forward(hours=2)
    do_what_is_due(clock.now, since=None)
    [opens] = told(rival)
    assert opens == opens | {
        "type": "opens",
        "read": False,
        "text": "Friday evening has opened: you can play.",
        "path": f"/c/{event['id']}",
    }
    assert opens["data"]["competition"] == {"id": event["id"], "name": "Friday evening", "kind": "contest"}
    clock.forward(hours=2, minutes=10)
    assert types(told(rival)) == ["opens", "closing"]
    clock.forward(hours=1)
    do_what_is_due(clock.now, since=None)
    assert owner.act(event, "certify").status == 200
    assert types(told(rival)) == ["opens", "closing", "certified"]
    assert types(told(owner)) == []


def test_to_find_what_closes_soon_nothing_is_looked_at_that_has_closed(clock):
    with CaptureQueriesContext(connection) as asked:
        assert look_for_closing(clock.now) == 0
    with connection.cursor() as cursor:
        plan = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
        cursor.execute(plan + asked[0]["sql"])
        how = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert re.search("closes_at >.*closes_at <|closes_at>.*closes_at<", how), how


@pytest.mark.extra
def test_who_has_played_or_just_come_is_not_told_that_it_closes(owner, crowd, told, clock):
    event = owner.create(closes_at=clock.after(minutes=50), attempts=2)
    played, done, idle, left = crowd(["Pia", "Dan", "Ida", "Lee"])
    for player in (played, done, idle, left):
        player.join(event)
    played.submit(event, moves_scoring(20))
    done.post(f"/competitions/{event['id']}/rounds/1/done", {})
    assert types(told(idle, "closing")) == [], "just come"
    clock.forward(minutes=2)
    late = crowd(["Lou"])[0]
    late.join(event)
    assert [types(told(player, "closing")) for player in (played, done, idle, late)] == [
        [],
        [],
        ["closing"],
        [],
    ]
    clock.forward(minutes=2)
    assert types(told(late)) == ["closing"], "who comes later is told, too"
    clock.forward(hours=1)
    told(late)
    assert not Broadcast.objects.get().due


@pytest.mark.extra
def test_many_are_told_in_batches_and_none_twice_whoever_dies_on_the_way(
    owner, crowd, told, clock, monkeypatch
):
    monkeypatch.setattr(broadcasts, "AT_A_TIME", 2)
    event = owner.create()
    players = crowd([f"Player {n}" for n in range(5)])
    for player in players:
        player.join(event)
    out = players[1].join(event).body["id"]
    owner.post(f"/competitions/{event['id']}/entries/{out}/disqualify", {"reason": "Left"})
    for act in ("close", "certify"):
        clock.forward(minutes=1)
        owner.act(event, act)
    notices_follower.make_notices(event["id"], rows_between(event["id"], 0, 99), clock.now)
    DBTaskResult.objects.all().delete()  # the job has died with its worker
    begun = broadcasts.BROADCASTS.lease(clock.now)
    assert tell_some(begun, clock.now)
    killed_before_the_commit(lambda: tell_some(begun, clock.now))
    assert Notice.objects.filter(type="certified").count() == 1
    clock.forward(minutes=2)
    assert [types(told(each, "certified")) for each in players] == [
        ["certified"],
        [],
        *[["certified"]] * 3,
    ]
    Broadcast.objects.update(after=0, due=True, free_at=None)
    begun = broadcasts.BROADCASTS.lease(clock.now)
    while tell_some(begun, clock.now):
        pass
    assert Notice.objects.filter(type="certified").count() == 4


@pytest.mark.extra
def test_a_contest_that_closes_is_told_in_batches_and_none_twice_whoever_dies_on_the_way(
    owner, crowd, told, clock, monkeypatch
):
    monkeypatch.setattr(broadcasts, "AT_A_TIME", 2)
    event = owner.create(closes_at=clock.after(minutes=50))
    players = crowd([f"Player {n}" for n in range(5)])
    for player in players:
        player.join(event)
    players[3].submit(event, moves_scoring(20))
    clock.forward(minutes=2)
    look_for_closing(clock.now)
    DBTaskResult.objects.all().delete()  # the job has died with its worker
    begun = broadcasts.BROADCASTS.lease(clock.now)
    killed_before_the_commit(lambda: tell_some(begun, clock.now))
    assert not Notice.objects.exists()
    begun.refresh_from_db()  # as the next worker reads it
    assert tell_some(begun, clock.now)
    killed_before_the_commit(lambda: tell_some(begun, clock.now))
    assert Notice.objects.count() == 2
    for minutes in (2, 2):  # the rest, and then nobody again
        clock.forward(minutes=minutes)
        told_of_it = [types(told(each)) for each in players]
        assert told_of_it == [["closing"]] * 3 + [[], ["closing"]]


def killed_before_the_commit(work):
    """It writes down what it tells, and dies before it notes how far it has come."""
    with patch.object(QuerySet, "update", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        work()


def test_an_event_that_is_given_again_tells_nobody_again(
    owner, rival, told, clock, django_assert_num_queries
):
    event = owner.create_for(rival, play="sealed", rounds=[{"game": "wish"}])
    entry = owner.standings(event)["results"][0]["entry"]
    for act in ("disqualify", "reinstate"):
        owner.post(f"/competitions/{event['id']}/entries/{entry}/{act}", {"reason": "Two phones"})
    owner.post(f"/competitions/{event['id']}/entries/{entry}/rename", {"reason": "Rude", "name": "Ray R"})
    sit_down(rival, event).finish()
    for what in ({"set_aside": True}, {"attempt": True}):
        granted = {"round": 1, "reason": "Late", **what}
        owner.post(f"/competitions/{event['id']}/entries/{entry}/grants", granted)
    notices = told(rival)
    assert [each["text"] for each in notices] == [
        "You are disqualified in Friday evening: Two phones",
        "You are back in the standings of Friday evening: Two phones",
        "You are called Ray R in Friday evening now: Rude",
        "Your result in round 1 of Friday evening no longer counts: Late",
        "You may play round 1 of Friday evening once more: Late",
    ]
    assert notices[0]["data"]["act"] == {"act": "disqualify", "round": None, "reason": "Two phones"}
    with django_assert_num_queries(4):
        rows = rows_between(event["id"], 0, 99)
        assert len([row.entry.pk for row in rows if isinstance(row, Act) and row.entry]) == 5
    notices_follower.make_notices(event["id"], rows, clock.now)
    assert told(rival) == notices
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(
            player_id=rival.player["id"], type="act", key=Notice.objects.first().key, at=clock.now
        )


def test_what_organisers_do_to_themselves_is_no_news_to_them(owner, told):
    event = owner.create()
    entry = owner.join(event).body["id"]
    owner.post(f"/competitions/{event['id']}/entries/{entry}/rename", {"reason": "Shorter", "name": "Olga"})
    assert told(owner) == []


@pytest.mark.extra
def test_who_organises_with_others_is_told_what_these_do_about_it(owner, rival, stranger, told, clock):
    event = owner.create(draft=True)
    organisers = f"/competitions/{event['id']}/organisers"
    for player in (rival, stranger):
        owner.post(organisers, {"name": player.player["id"]})
        clock.forward(seconds=1)
    assert [each["text"] for each in told(rival)] == [
        "From now on you organise, with others, a contest that is not published yet."
    ]
    owner.act(event, "publish")
    clock.forward(seconds=1)
    owner.post(organisers, {"name": rival.player["id"], "owner": True})
    rival.request("DELETE", f"{organisers}/{stranger.player['id']}")
    owner.request("DELETE", f"{organisers}/{owner.player['id']}")
    assert [(each["text"], each["path"]) for each in told(rival)] == [
        ("From now on you organise Friday evening with others.", f"/c/{event['id']}"),
        ("Friday evening is now yours: its organiser handed it over to you.", f"/c/{event['id']}"),
    ]
    last = told(stranger)[-1]
    assert (last["text"], last["path"]) == ("You no longer organise Friday evening.", "/contests/mine")
    assert last["data"]["act"] == {"act": "unshare", "round": None, "reason": ""}
    assert told(owner) == []


def test_of_a_draft_nobody_is_told_by_a_notice_what_it_is_called_now(owner, rival, told):
    event = owner.create(draft=True)
    organisers = f"/competitions/{event['id']}/organisers"
    owner.post(organisers, {"name": rival.player["id"]})
    owner.request("DELETE", f"{organisers}/{rival.player['id']}")
    owner.patch(f"/competitions/{event['id']}", {"name": "Surprise for Ray"})
    assert len(told(rival)) == 2
    assert "Surprise" not in str(told(rival))


@pytest.mark.extra
def test_nobody_is_flooded_by_what_is_done_and_undone_again_and_again(owner, rival, told, clock, monkeypatch):
    monkeypatch.setattr(notices_follower, "MOST_ACTS_A_DAY", 4)
    event = owner.create()
    organisers = f"/competitions/{event['id']}/organisers"
    for _ in range(notices_follower.MOST_ACTS_A_DAY):
        owner.post(organisers, {"name": rival.player["id"]})
        owner.request("DELETE", f"{organisers}/{rival.player['id']}")
        clock.forward(seconds=1)
        assert len(told(rival)) <= notices_follower.MOST_ACTS_A_DAY
    assert len(told(rival)) == notices_follower.MOST_ACTS_A_DAY
    clock.forward(days=1)
    owner.post(organisers, {"name": rival.player["id"]})
    assert len(told(rival)) == notices_follower.MOST_ACTS_A_DAY + 1


@pytest.mark.extra
def test_nor_is_anybody_flooded_by_contests_that_strangers_share(
    owner, rival, stranger, told, clock, monkeypatch
):
    monkeypatch.setattr(notices_follower, "MOST_ACTS_A_DAY", 2)
    monkeypatch.setattr(notices_follower, "MOST_SHARED_A_DAY", 3)
    for most, organiser in ((2, owner), (3, stranger)):
        for _ in range(4):
            event = organiser.create(draft=True)
            organiser.post(f"/competitions/{event['id']}/organisers", {"name": rival.player["id"]})
        assert len(told(rival)) == most
    entered = owner.create()
    entry = rival.join(entered).body["id"]
    clock.forward(days=1)
    owner.act(entered, f"entries/{entry}/rename", name="Somebody", reason="so")
    assert len(told(rival)) == 4


def test_what_the_site_does_to_an_entry_is_told_by_its_staff_alone(owner, rival, stranger, told, clock):
    owner.create_for(rival)
    staff = make_account_staff(Player.objects.get(pk=stranger.player["id"]))
    ban(player=Player.objects.get(pk=rival.player["id"]), staff=staff, reason="Bots.", now=clock.now)
    told(owner)
    assert Act.objects.filter(act="disqualify").exists()
    assert not Notice.objects.exists()


@pytest.mark.extra
def test_a_duel_is_told_to_the_other_its_end_to_both_and_a_rematch_to_the_other(owner, rival, told, clock):
    duel = owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).body
    [made] = told(rival)
    assert (made["type"], made["text"]) == ("duel", "Olga Owner wants a duel with you.")
    assert made["data"]["player"]["id"] == owner.player["id"]
    clock.forward(minutes=1)
    for player in (owner, rival):
        sit_down(player, duel).finish()
    assert types(told(owner)) == ["decided"]
    assert types(told(rival)) == ["duel", "decided"]
    assert told(rival)[-1]["text"] == "Your duel with Olga Owner is decided."
    clock.forward(seconds=1)
    for player in (rival, owner):
        player.post(f"/competitions/{duel['id']}/rematch", {})
    assert types(told(owner)) == ["decided", "rematch"]
    assert types(told(rival)) == ["duel", "decided"]


def test_who_is_taken_out_of_a_circle_is_told_its_name_as_it_was(owner, rival, stranger, told, clock):
    circle = owner.post("/circles", {"name": "Sunday club"}).body
    for player in (rival, stranger):
        player.post(f"/circles/{circle['id']}/members", {"invite": circle["invite"]})
    stranger_leaves = stranger.request("DELETE", f"/circles/{circle['id']}/members/{rival.player['id']}")
    assert stranger_leaves.status == 403
    for _ in range(2):
        owner.request("DELETE", f"/circles/{circle['id']}/members/{rival.player['id']}")
    owner.patch(f"/circles/{circle['id']}", {"name": "Without Ray"})
    [left] = told(rival)
    assert (left["text"], left["path"]) == ("You are no longer in the circle Sunday club.", "/circles")
    assert left["data"]["circle"] == {"id": circle["id"], "name": "Sunday club", "member": False}
    close_circle(circle=Circle.objects.get(), owner=Player.objects.get(pk=owner.player["id"]), now=clock.now)
    assert [types(told(each)) for each in (owner, rival, stranger)] == [[], ["circle"], ["circle"]]


@pytest.mark.extra
def test_notices_are_read_up_to_a_moment(owner, rival, told, clock):
    for _ in range(3):
        event = owner.create()
        entry = rival.join(event).body["id"]
        owner.post(f"/competitions/{event['id']}/entries/{entry}/disqualify", {"reason": "Left"})
        told(rival)
        clock.forward(minutes=1)
    notices = told(rival)
    assert rival.post("/notices/read", {"before": notices[1]["at"]}).body == {"unread": 1}
    assert rival.post("/notices/read", {"before": notices[1]["at"]}).body == {"unread": 1}
    assert [each["read"] for each in told(rival)] == [True, True, False]
    assert [each["id"] for each in rival.get("/notices", unread="1").body["results"]] == [notices[2]["id"]]
    first = rival.get("/notices", limit=2).body
    assert [each["id"] for each in rival.follow(first["next"]).body["results"]] == [notices[0]["id"]]
    assert rival.post("/notices/read", {"before": "yesterday"}).refused_for("before")
    assert rival.post("/notices/read", {}).refused_for("before")
    assert owner.get("/notices").body["results"] == []


def test_notices_need_a_player_who_may_read(anyone, rival):
    assert anyone.get("/notices").status == 401
    secret = rival.post("/tokens", {"name": "x", "scopes": ["play"]}).body["token"]
    assert rival.request("GET", "/notices", Authorization=f"Bearer {secret}").outcome == (403, "forbidden")


@pytest.mark.extra
def test_few_are_kept_and_not_for_ever(rival, clock):
    player = Player.objects.get(pk=rival.player["id"])
    for n in range(MOST_NOTICES + SPARE + 1):
        clock.forward(seconds=1)
        notify([Notice(player=player, type="circle", key=str(n), at=clock.now)])
    kept = Notice.objects.order_by("at")
    assert (kept.count(), kept.first().key) == (MOST_NOTICES, str(SPARE + 1))
    for at, left in ((clock.now + timedelta(days=89), MOST_NOTICES), (clock.now + timedelta(days=91), 0)):
        for rows in expired(at):
            while rows.model is Notice and sweep_some(rows):
                pass
        assert Notice.objects.count() == left


def test_every_notice_begins_with_a_capital_letter_or_a_name():
    for text in map(str, [*SAID.values(), *SAID_OF_A_DUEL.values(), *SAID_OF_A_DRAFT.values()]):
        assert text[0].isupper() or text.startswith(("%(name)s", "%(other)s")), text


def test_a_type_of_the_next_release_is_told_in_a_plain_sentence(rival):
    notice = Notice(player_id=rival.player["id"], type="news", key="1")
    assert (sentence_of(notice), path_of(notice)) == ("There is news for you.", "/circles")


def test_a_notice_that_comes_while_an_inbox_is_read_is_counted_before_it_is_told(rival, clock):
    mine = {"player_id": rival.player["id"], "type": "circle", "at": clock.now}
    keys = iter("abcdefgh")

    def comes_meanwhile(execute, sql, *given):
        found = execute(sql, *given)
        if sql.startswith("SELECT"):
            Notice.objects.create(**mine, key=next(keys))
        return found

    with connection.execute_wrapper(comes_meanwhile):
        inbox = inboxes([mine["player_id"]])[mine["player_id"]]
    assert inbox.unread >= len(inbox.new)
    assert next(keys) > "b", "there was no query between which one could come"
