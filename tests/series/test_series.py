"""Series over REST: their contests are made a week ahead and once, and follow what the organiser changes."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.contests.series.next_contests import SERIES, make_next
from competitions.models import Competition, Series
from tests.clients.contests import sealed
from tests.competitions.gone import either_way, leave
from tests.jobs.work import do_all_due
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once


def planned(series):
    return [each["date"][5:] for each in series["planned"]]


def test_its_next_contest_is_made_a_week_ahead_with_the_same_settings(owner, anyone, template, start, clock):
    of = template(**sealed("well"), name="Club night", access="unlisted", ranking="matchpoints")
    made = start(of)
    assert made.status == 201
    series = made.body
    assert series["name"] == "Club night"
    assert planned(series)[:2] == ["11-26", "12-03"]
    assert made.headers["location"].endswith(f"/api/v1/series/{series['id']}")
    do_all_due()
    [contest] = anyone.get(f"/series/{series['id']}").body["competitions"]
    assert contest["date"] == "2026-11-26"
    event = anyone.read(contest)
    assert event == event | {
        "kind": "series",
        "series": {"id": series["id"], "date": "2026-11-26"},
        "name": "Club night, 26 November 2026",
        "state": "scheduled",
        "opens_at": "2026-11-26T18:00:00Z",
        "closes_at": "2026-11-26T22:00:00Z",
        "access": "unlisted",
        "ranking": "matchpoints",
        "organiser": owner.player,
    }
    assert len({anyone.read(each)["rounds"][0]["commitment"] for each in (of, contest)}) == 2, "another deal"
    assert anyone.read(of)["series"] is None
    assert planned(owner.get(f"/series/{series['id']}").body)[0] == "12-03"


def test_each_contest_is_made_once_and_through_a_change_of_clocks(start, evenings):
    start()
    made = evenings(days=26 * 7)
    assert made[0] == "2026-11-26 18:00"
    assert made[-1] == "2027-05-27 17:00"
    assert len(made) == len(set(made)) == 27
    assert [each[11:] for each in made] == ["18:00"] * 18 + ["17:00"] * 9


def test_rounds_with_windows_of_their_own_move_along(owner, start, clock, anyone):
    rounds = [
        {"game": "wish", "closes_at": clock.after(days=2)},
        {"game": "well", "opens_at": clock.after(days=2)},
    ]
    of = owner.create(
        play="sealed",
        ranking="matchpoints",
        opens_at=clock.after(),
        closes_at=clock.after(days=4),
        freeze_at=clock.after(days=3),
        rounds=rounds,
    )
    series = start(of).body
    do_all_due()
    event = anyone.read(anyone.get(f"/series/{series['id']}").body["competitions"][0])
    assert event["closes_at"] == "2026-11-30T18:00:00Z"
    assert event["freeze_at"] == "2026-11-29T18:00:00Z"
    first, second = event["rounds"]
    assert (first["closes_at"], second["opens_at"]) == ("2026-11-28T18:00:00Z",) * 2


def test_what_happens_to_the_template_later_changes_nothing(owner, template, start, clock, anyone):
    of = template()
    series = start(of).body
    clock.forward(minutes=5)
    assert owner.change(of, name="Another name").status == 200
    owner.close(of, clock)
    do_all_due()
    [contest] = anyone.get(f"/series/{series['id']}").body["competitions"]
    assert (contest["name"], contest["closes_at"]) == (
        "Friday evening, 26 November 2026",
        "2026-11-26T22:00:00Z",
    )


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"every": "day"}, "every"),
        ({"weekday": 0}, "weekday"),
        ({"weekday": 8}, "weekday"),
        ({"weekday": "4"}, "weekday"),
        ({"at": "24:00"}, "at"),
        ({"at": "7pm"}, "at"),
        ({"at": "19:00:30"}, "at"),
        ({"zone": "Berlin"}, "zone"),
        ({"zone": "../etc/passwd"}, "zone"),
        ({"zone": "Europe/" + "x" * 100}, "zone"),
        ({"until": "2026-02-30"}, "until"),
        ({"until": "2026-11-25"}, "until"),
        ({"best": 0}, "best"),
        ({"best": 101}, "best"),
        ({"template": "2222222222222222"}, "template"),
        ({"template": "x\0"}, "template"),
        ({"template": "x\ud800"}, "template"),
        ({"name": "x"}, "name"),
    ],
)
def test_what_does_not_fit_is_refused(start, settings, field):
    assert start(**settings).refused_for(field)
    assert not Series.objects.exists()


def test_only_a_contest_of_ones_own_can_be_repeated(owner, rival, template, start, clock):
    of = template()
    asked = {"template": of["id"], "every": "week", "at": "19:00", "zone": "UTC"}
    assert rival.post("/series", asked).refused_for("template")
    duel = owner.post("/duels", {"game": "wish"}).body
    challenge = owner.post("/challenges", {"game": "wish", "seed": "axe"}).body
    banded = owner.create(play="sealed", draft=True, rounds=[{"game": "well", "band": {"kind": "hard"}}])
    for each in (duel, challenge, banded):
        assert start(each).refused_for("template")


def test_a_player_has_a_limited_number_of_series(template, start, owner, monkeypatch):
    monkeypatch.setattr("competitions.contests.series.organise.MOST_SERIES", 2)
    of = template()
    first, _ = start(of).body, start(of).body
    assert start(of).outcome == (409, "full")
    assert owner.post(f"/series/{first['id']}/end", {}).status == 200
    assert start(of).status == 201


def test_a_series_without_a_weekday_takes_the_templates_day(start, owner):
    assert planned(start(weekday=None).body)[0] == "11-28"  # the template's own Saturday is its own
    monthly = start(every="month", weekday=None).body
    assert planned(monthly)[:2] == ["12-21", "01-21"]
    third_thursday = start(every="month").body
    assert planned(third_thursday)[:2] == ["12-17", "01-21"]


def test_a_date_is_skipped_and_not_skipped_again(owner, rival, start, evenings):
    series = start().body
    path = f"/series/{series['id']}/skip"
    assert rival.post(path, {"date": "2026-12-03"}).outcome == (403, "forbidden")
    for _ in range(2):
        assert "12-03" not in planned(owner.post(path, {"date": "2026-12-03"}).body)
    assert owner.post(path, {"date": "2026-12-10"}).body["skipped"] == ["2026-12-03", "2026-12-10"]
    assert owner.post(path, {"date": "2026-12-10", "skipped": False}).body["skipped"] == ["2026-12-03"]
    assert owner.post(path, {"date": "2026-12-04"}).refused_for("date")
    assert owner.post(path, {"date": "2026-11-19"}).refused_for("date")
    assert owner.post(path, {"date": "2126-12-05"}).refused_for("date")
    assert [each[5:10] for each in evenings(days=14)] == ["11-26", "12-10"]
    assert owner.post(path, {"date": "2026-11-26"}).outcome == (409, "wrong_state")


def test_changes_concern_what_is_not_made_yet(owner, rival, start, template, evenings, anyone):
    """A week that has its contest gets no second one."""
    series = start().body
    path = f"/series/{series['id']}"
    do_all_due()
    assert rival.patch(path, {"at": "20:00"}).outcome == (403, "forbidden")
    assert owner.patch(path, {"weekday": None}).refused_for("weekday")
    changes = {"weekday": 5, "at": "20:30", "zone": "Europe/London", "name": "Fridays", "best": 3}
    changed = owner.patch(path, {**changes, "until": "2026-12-11"})
    assert changed.body == changed.body | changes
    assert planned(changed.body) == ["12-04", "12-11"]
    other = template(play="sealed", rounds=[{"game": "wish"}])
    assert owner.patch(path, {"template": other["id"]}).body["template"] == other["id"]
    assert evenings(days=40) == ["2026-11-26 18:00", "2026-12-04 20:30", "2026-12-11 20:30"]
    newest, _, oldest = anyone.get(path).body["competitions"]
    assert newest["name"] == "Fridays, 11 December 2026"
    assert [anyone.read(each)["play"] for each in (newest, oldest)] == ["sealed", "open"]


def test_a_change_of_what_was_not_seen_is_refused(owner, start):
    series = start().body
    path = f"/series/{series['id']}"
    tag = owner.get(path).headers["etag"]
    assert owner.patch(path, {"best": 3}, If_Match=tag).status == 200
    assert owner.patch(path, {"best": 4}, If_Match=tag).outcome == (412, "precondition_failed")
    assert owner.get(path).body["best"] == 3


def test_once_ended_it_makes_no_more_contests(owner, rival, start, evenings):
    series = start().body
    path = f"/series/{series['id']}"
    do_all_due()
    assert rival.post(f"{path}/end", {}).outcome == (403, "forbidden")
    ended = [owner.post(f"{path}/end", {}) for _ in range(2)]
    assert [each.status for each in ended] == [200, 200]
    assert ended[0].body["planned"] == []
    assert evenings(days=30) == ["2026-11-26 18:00"]
    assert owner.patch(path, {"best": 3}).outcome == (409, "wrong_state")
    assert owner.post(f"{path}/skip", {"date": "2026-12-03"}).outcome == (409, "wrong_state")


def test_dates_that_passed_while_the_site_was_down_are_left_out(start, clock, owner):
    start()
    clock.forward(days=30)
    do_all_due()
    [contest] = Competition.objects.filter(kind="series")
    assert f"{contest.series_on}" == "2026-12-24"


@either_way
def test_the_series_of_a_player_who_is_gone_ends(start, owner, clock, evenings, go):
    start()
    evenings(days=2)
    go(owner, clock.now)
    if go is leave:
        assert Series.objects.get().ended_at == clock.now, "at once"
    assert evenings(days=20) == ["2026-11-26 18:00"]
    ended = Series.objects.get()
    assert (ended.ended_at is None, ended.next_on) == (False, None)


def test_the_database_holds_one_contest_a_date(start, db):
    series = Series.objects.get(pk=start().body["id"])
    do_all_due()
    contest = Competition.objects.get(series=series)
    other = Competition.objects.exclude(pk=contest.pk).first()
    for settings in (
        {"kind": "series", "series": series, "series_on": contest.series_on},
        {"kind": "series"},
        {"series": series, "series_on": contest.series_on + timedelta(days=1)},
        {"kind": "series", "series": series},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Competition.objects.filter(pk=other.pk).update(**settings)


@on_databases_that_lock
def test_many_workers_make_a_contest_once(committed, clock):
    owner = committed.guest("Olga Owner")
    of = owner.create()
    asked = {"template": of["id"], "every": "week", "weekday": 4, "at": "19:00", "zone": "UTC"}
    assert owner.post("/series", asked).status == 201
    row = SERIES.lease(timezone.now())
    at_once(*[lambda: make_next(row, timezone.now())] * 4)
    assert Competition.objects.filter(kind="series").count() == 1


def test_a_list_has_ones_own_series(owner, rival, start):
    made = [start().body["id"] for _ in range(3)]
    first = owner.get("/series", limit=2).body
    assert {each["id"] for each in first["results"] + owner.follow(first["next"]).body["results"]} == set(
        made
    )
    assert rival.get("/series").body["results"] == []
