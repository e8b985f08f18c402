"""Duels: two players, the same sealed deals, a week, and a rematch."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from competitions.contests import duels, plans
from competitions.models import Act, Competition, Entry
from competitions.play.deadlines import do_what_is_due
from games import GAMES
from tests.clients.rest import Client
from tests.jobs.work import do_all_due
from tests.play.seats import begin, sit_down
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

from .gone import either_way, leave

A_WEEK = timedelta(days=7)


def made(player, game="wish", **more):
    answer = player.post("/duels", {"game": game, **more})
    assert answer.status == 201, answer.raw
    return answer.body


def read(viewer, duel):
    return viewer.get(f"/competitions/{duel['id']}").body


def rematched(player, duel, **headers):
    return player.post(f"/competitions/{duel['id']}/rematch", {}, **headers)


def play(clock, duel, *players):
    clock.forward(minutes=1)
    for player in players:
        for round in duel["rounds"]:
            sit_down(player, duel, round["number"]).finish()


def pass_time(clock, **time):
    clock.forward(**time)
    do_what_is_due(clock.now, since=None)
    do_all_due()


def who_is_in(duel):
    return set(Entry.objects.filter(competition=duel["id"]).values_list("player", flat=True))


def test_a_duel_is_a_sealed_unlisted_contest_of_two_that_nobody_organises(owner, clock):
    duel = made(owner, "pyramid", rules={"draw": "three"}, rounds=3, time_limit_s=600)
    expected = {
        "kind": "duel",
        "organiser": None,
        "against": None,
        "rematch_of": None,
        "name": "Duel: Pyramid",
        "access": "unlisted",
        "play": "sealed",
        "attempts": 1,
        "others": "finished",
        "standings": "own",
        "max_entries": 2,
        "time_limit_s": 600,
        "state": "running",
        "closes_at": (clock.now + A_WEEK).isoformat().replace("+00:00", "Z"),
    }
    assert duel == duel | expected
    assert [round["game"] for round in duel["rounds"]] == ["pyramid"] * 3
    assert duel["rounds"][0]["rules"] == GAMES["pyramid"].settle_rules({"draw": "three"})
    assert len({round["commitment"] for round in duel["rounds"]}) == 3
    assert who_is_in(duel) == {owner.player["id"]}
    for act in ("close", "cancel", "certify"):
        assert owner.act(duel, act).status == 403


def test_it_is_in_the_lists_of_its_two_alone(owner, rival, stranger):
    duel = made(owner, against=rival.player["id"])
    for player, there in ((owner, [duel["id"]]), (rival, [duel["id"]]), (stranger, [])):
        for query in ({"mine": 1}, {"mine": 1, "kind": "duel"}):
            assert [each["id"] for each in player.get("/competitions", **query).body["results"]] == there
        assert player.get("/competitions", kind="duel").body["results"] == []


NO_DUELS = [
    ("game", "poker"),
    ("rules", {"x": "1"}),
    ("rounds", 0),
    ("rounds", 10),
    ("rounds", "3"),
    ("time_limit_s", 9),
    ("against", "2222222222222222"),
    ("against", 7),
    ("against", "\x00"),
]


def test_what_is_no_duel_is_refused(owner):
    for field, value in NO_DUELS:
        assert owner.post("/duels", {"game": "wish", field: value}).refused_for(field)
    assert not Competition.objects.exists()


def test_nobody_is_against_themselves(owner):
    assert owner.post("/duels", {"game": "wish", "against": owner.player["id"]}).refused_for("against")


def test_no_more_than_a_few_wait_for_one_player(owner, rival, crowd, clock, monkeypatch):
    monkeypatch.setattr(duels, "MOST_OF_ALL", 5)
    asked = {"game": "wish", "against": rival.player["id"]}
    first = [made(owner, against=rival.player["id"]) for _ in range(3)]
    assert owner.post("/duels", asked).outcome == (409, "full")
    made(owner)
    made(rival, against=owner.player["id"])
    assert rival.join(first[0]).status == 201
    made(owner, against=rival.player["id"])
    ann, bob = crowd(["Ann", "Bob"])
    for _ in range(2):
        made(ann, against=rival.player["id"])
    assert bob.post("/duels", asked).outcome == (409, "full")
    clock.forward(days=8)
    made(bob, against=rival.player["id"])


@on_databases_that_lock
def test_many_who_ask_at_once_get_no_more_than_may_wait(committed, monkeypatch):
    monkeypatch.setattr(duels, "MOST_OF_ALL", 1)
    asked = {"game": "wish", "against": committed.guest("Ray Rival").player["id"]}
    makers = [committed.guest(f"Player {n}") for n in range(4)]
    answers = at_once(*[partial(maker.post, "/duels", asked) for maker in makers])
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]


def test_whoever_opens_the_link_first_has_the_other_place(owner, rival, stranger):
    duel = made(owner)
    assert rival.join(duel).status == 201
    assert stranger.join(duel).outcome == (409, "full")
    assert owner.join(duel).status == 200


@pytest.mark.extra
def test_a_duel_for_one_player_is_theirs_alone(owner, rival, stranger, anyone, clock):
    duel = made(owner, against=rival.player["id"])
    assert read(rival, duel)["against"]["id"] == rival.player["id"]
    assert rival.standings(duel)["total"] == 1, "they see who waits for them"
    for viewer in (stranger, anyone):
        seen = viewer.get(f"/competitions/{duel['id']}")
        assert owner.player["name"].encode() not in seen.raw
        assert rival.player["name"].encode() not in seen.raw
        assert seen.body["against"] is None
        for list in ("standings", "standings.csv", "stream", "audit", "events", "logs.ndjson"):
            assert viewer.get(f"/competitions/{duel['id']}/{list}").outcome == (403, "not_entered")
    assert stranger.join(duel).outcome == (403, "forbidden")
    assert rival.join(duel).status == 201
    assert stranger.join(duel).outcome == (403, "forbidden")
    play(clock, duel, owner, rival)
    do_all_due()
    log = owner.standings(duel)["results"][0]["rounds"][0]["attempt"]
    assert "score" not in stranger.get(f"/attempts/{log}").body
    assert stranger.get(f"/competitions/{duel['id']}/standings").outcome == (403, "not_entered")


@pytest.mark.extra
def test_it_closes_and_is_certified_as_soon_as_both_have_played_all(owner, rival, clock):
    duel = made(owner, rounds=2)
    play(clock, duel, owner)
    do_all_due()
    assert read(owner, duel)["state"] == "running"
    sit_down(rival, duel).finish()
    assert rival.post(f"/competitions/{duel['id']}/rounds/2/done", {}).status == 200
    do_all_due()
    assert read(rival, duel)["state"] == "final"
    acts = rival.get(f"/competitions/{duel['id']}/audit").body["results"]
    assert [(each["act"], each["staff"]) for each in acts][-2:] == [
        ("close", "Evendeal"),
        ("certify", "Evendeal"),
    ]


@pytest.mark.extra
def test_nobody_took_it_up_within_a_week(owner, rival, clock):
    duel = made(owner)
    pass_time(clock, days=6, hours=23)
    assert read(owner, duel)["state"] == "running"
    pass_time(clock, hours=1)
    assert read(owner, duel)["state"] == "final"
    assert rival.join(duel).outcome == (409, "wrong_state")
    assert rematched(owner, duel).outcome == (409, "wrong_state")


@pytest.mark.extra
def test_both_have_a_week_from_when_the_second_joined(owner, rival, clock):
    duel = made(owner)
    playing = sit_down(owner, duel)
    before = owner.standings(duel)["version"]
    clock.forward(days=5)
    rival.join(duel)
    assert read(owner, duel)["closes_at"] == (clock.now + A_WEEK).isoformat().replace("+00:00", "Z")
    assert owner.standings(duel)["version"] > before + 1, "open pages hear of it"
    [act] = owner.get(f"/competitions/{duel['id']}/audit").body["results"]
    assert (act["act"], act["staff"], act["reason"]) == ("change", "Evendeal", "closes_at")
    pass_time(clock, days=6)
    assert read(owner, duel)["state"] == "running"
    assert playing.look()["state"] == "running"
    pass_time(clock, days=1)
    assert read(owner, duel)["state"] == "final"
    assert [row["rank"] for row in rival.standings(duel)["results"]] == [1, None]


def over(clock, owner, rival, **settings):
    duel = made(owner, **settings)
    rival.join(duel)
    play(clock, duel, owner, rival)
    return duel


@pytest.mark.extra
def test_a_rematch_has_the_same_settings_and_new_deals_and_both_are_in_it(owner, rival, clock):
    duel = over(clock, owner, rival, rounds=2, time_limit_s=60, game="pyramid", rules={"draw": "three"})
    clock.forward(hours=1)  # a press before the follower is as good as one after it
    first = rematched(rival, duel)
    assert first.status == 201, first.raw
    same = ("kind", "name", "access", "others", "standings", "max_entries", "time_limit_s")
    assert [first.body[each] for each in same] == [duel[each] for each in same]
    assert first.body["rematch_of"] == duel["id"]
    assert first.body["closes_at"] == (clock.now + A_WEEK).isoformat().replace("+00:00", "Z")
    for before, after in zip(duel["rounds"], first.body["rounds"], strict=True):
        assert (before["game"], before["rules"]) == (after["game"], after["rules"])
        assert before["commitment"] != after["commitment"]
    assert who_is_in(first.body) == {owner.player["id"], rival.player["id"]}
    assert not Act.objects.filter(competition=first.body["id"]).exists()
    again = rematched(owner, duel)
    assert (again.status, again.body["id"]) == (200, first.body["id"])
    assert rematched(owner, first.body).outcome == (409, "wrong_state")
    play(clock, first.body, owner, rival)
    assert rematched(owner, first.body).status == 201


def test_a_rematch_is_for_the_two_after_the_close(owner, rival, stranger, anyone, clock):
    duel = made(owner)
    assert rematched(owner, duel).outcome == (409, "wrong_state")
    assert rematched(rival, duel).outcome == (403, "forbidden")
    rival.join(duel)
    play(clock, duel, owner)
    assert rematched(rival, duel).outcome == (409, "wrong_state")
    play(clock, duel, rival)
    assert rematched(stranger, duel).outcome == (403, "forbidden")
    assert rematched(anyone, duel).outcome == (401, "unauthenticated")
    assert rematched(owner, {"id": "2" * 16}).outcome == (404, "not_found")
    assert rematched(owner, owner.create()).outcome == (409, "wrong_state")


def test_the_rematch_of_a_duel_for_one_player_is_as_private(owner, rival, stranger, clock):
    again = rematched(rival, over(clock, owner, rival, against=rival.player["id"])).body
    assert again["against"]["id"] == rival.player["id"]
    assert stranger.get(f"/competitions/{again['id']}/standings").outcome == (403, "not_entered")


@either_way
def test_nobody_makes_a_duel_or_a_rematch_with_a_player_who_is_gone(owner, rival, clock, go):
    duel = owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).body
    rival.join(duel)
    for player in (owner, rival):
        sit_down(player, duel).finish()
    go(rival, clock.now)
    owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).refused_for("against")
    assert owner.post(f"/competitions/{duel['id']}/rematch", {}).outcome == (409, "wrong_state")


def test_there_is_no_duel_with_a_player_who_leaves_while_it_is_made(owner, rival, clock, monkeypatch):
    def plan(**settings):
        leave(rival, clock.now)
        return plans.Plan(**settings)

    monkeypatch.setattr(duels, "Plan", plan)
    owner.post("/duels", {"game": "wish", "against": rival.player["id"]}).refused_for("against")
    assert not Competition.objects.exists()


def test_there_is_no_rematch_with_a_player_who_leaves_while_it_is_made(owner, rival, clock, monkeypatch):
    def plan_of(competition):
        leave(rival, clock.now)
        return plans.plan_of(competition)

    duel = over(clock, owner, rival)
    monkeypatch.setattr(duels, "plan_of", plan_of)
    assert rematched(owner, duel).outcome == (409, "wrong_state")
    assert Competition.objects.count() == 1


@on_databases_that_lock
def test_one_pair_makes_the_rematches_of_many_duels_at_the_same_moment(committed, clock):
    ann, ben = committed.guest("Ann"), committed.guest("Ben")
    duels = [over(clock, *pair) for pair in 3 * ((ann, ben), (ben, ann))]
    answers = at_once(*(partial(rematched, ann, duel) for duel in duels))
    assert [answer.status for answer in answers] == len(duels) * [201]


def test_two_presses_at_the_same_moment_make_one_rematch(committed, clock):
    ann, ben = committed.guest("Ann"), committed.guest("Ben")
    duel = over(clock, ann, ben)
    found = at_once(*(lambda player=player: rematched(player, duel) for player in (ann, ben, ann, ben)))
    assert sorted(answer.status for answer in found) == [200, 200, 200, 201]
    assert len({answer.body["id"] for answer in found}) == 1
    assert Competition.objects.count() == 2
    assert len(who_is_in(found[0].body)) == 2


def test_a_press_that_comes_between_is_found(owner, rival, clock, monkeypatch):
    duel, between = over(clock, owner, rival), []

    def plan_of(competition):
        if not between:
            between.append(None)
            between[0] = rematched(rival, duel)
        return plans.plan_of(competition)

    monkeypatch.setattr(duels, "plan_of", plan_of)
    answer = rematched(owner, duel)
    assert (between[0].status, answer.status) == (201, 200)
    assert answer.body["id"] == between[0].body["id"]
    assert Competition.objects.count() == 2


def test_the_database_knows_what_a_duel_is(owner, rival):
    duel, contest = made(owner), owner.create()
    for wrong, change in (
        (duel, {"max_entries": 3}),
        (duel, {"play": "open", "others": "closed"}),
        (duel, {"closes_at": None}),
        (duel, {"closes_once_played": False}),
        (contest, {"against": rival.player["id"]}),
        (contest, {"rematch_of": duel["id"]}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Competition.objects.filter(pk=wrong["id"]).update(**change)


def test_declared_bots_play_too(owner, anyone):
    made_bot = anyone.post("/guests", {"name": "Robot", "bot": True}).body
    bot = Client(anyone.send, made_bot["token"], made_bot["player"])
    duel = made(owner, against=bot.player["id"])
    assert begin(bot, duel).outcome == (403, "not_entered")
    assert bot.join(duel).status == 201
