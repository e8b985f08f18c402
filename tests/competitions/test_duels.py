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

FORBIDDEN, FULL, WRONG_STATE = (403, "forbidden"), (409, "full"), (409, "wrong_state")
NOT_ENTERED = (403, "not_entered")


def asked(player, game="wish", against=None, **more):
    named = {} if against is None else {"against": against.player["id"]}
    return player.post("/duels", {"game": game, **named, **more})


def made(player, game="wish", **more):
    answer = asked(player, game, **more)
    assert answer.status == 201, answer.raw
    return answer.body


def rematched(player, duel):
    return player.act(duel, "rematch")


def play(clock, duel, *players):
    clock.forward(minutes=1)
    for player in players:
        for round in duel["rounds"]:
            sit_down(player, duel, round["number"]).finish()


def over(clock, owner, rival, **settings):
    duel = made(owner, **settings)
    rival.join(duel)
    play(clock, duel, owner, rival)
    return duel


def pass_time(clock, **time):
    clock.forward(**time)
    do_what_is_due(clock.now, since=None)
    do_all_due()


def in_a_week(clock):
    return (clock.now + timedelta(days=7)).isoformat().replace("+00:00", "Z")


def who_is_in(duel):
    return set(Entry.objects.filter(competition=duel["id"]).values_list("player", flat=True))


def test_a_duel_is_a_sealed_unlisted_contest_of_two_that_nobody_organises(owner, clock):
    duel = made(owner, "pyramid", rules={"draw": "three"}, rounds=3, time_limit_s=600)
    expected = (
        {"kind": "duel", "organiser": None, "against": None, "rematch_of": None, "name": "Duel: Pyramid"}
        | {"access": "unlisted", "play": "sealed", "attempts": 1, "others": "finished", "standings": "own"}
        | {"max_entries": 2, "time_limit_s": 600, "state": "running", "closes_at": in_a_week(clock)}
    )
    assert duel == duel | expected
    assert [round["game"] for round in duel["rounds"]] == ["pyramid"] * 3
    assert duel["rounds"][0]["rules"] == GAMES["pyramid"].settle_rules({"draw": "three"})
    assert len({round["commitment"] for round in duel["rounds"]}) == 3
    assert who_is_in(duel) == {owner.player["id"]}
    for act in ("close", "cancel", "certify"):
        assert owner.act(duel, act).status == 403


def test_it_is_in_the_lists_of_its_two_alone(owner, rival, stranger):
    duel = made(owner, against=rival)
    for player, there in ((owner, [duel["id"]]), (rival, [duel["id"]]), (stranger, [])):
        for query in ({"mine": 1}, {"mine": 1, "kind": "duel"}):
            assert [each["id"] for each in player.get("/competitions", **query).body["results"]] == there
        assert player.get("/competitions", kind="duel").body["results"] == []


def test_what_is_no_duel_is_refused_and_nobody_is_against_themselves(owner):
    for field, *values in (
        *(("game", "poker"), ("rules", {"x": "1"}), ("rounds", 0, 10, "3"), ("time_limit_s", 9)),
        ("against", "2222222222222222", 7, "\x00", owner.player["id"]),
    ):
        for value in values:
            assert owner.post("/duels", {"game": "wish", field: value}).refused_for(field)
    assert not Competition.objects.exists()


def test_no_more_than_a_few_wait_for_one_player(owner, rival, crowd, clock, monkeypatch):
    monkeypatch.setattr(duels, "MOST_OF_ALL", 5)
    first = [made(owner, against=rival) for _ in range(3)]
    assert asked(owner, against=rival).outcome == FULL
    made(owner)
    made(rival, against=owner)
    assert rival.join(first[0]).status == 201
    made(owner, against=rival)
    ann, bob = crowd(["Ann", "Bob"])
    for _ in range(2):
        made(ann, against=rival)
    assert asked(bob, against=rival).outcome == FULL
    clock.forward(days=8)
    made(bob, against=rival)


@on_databases_that_lock
def test_many_who_ask_at_once_get_no_more_than_may_wait(committed, monkeypatch):
    monkeypatch.setattr(duels, "MOST_OF_ALL", 1)
    rival, *makers = [committed.guest(f"Player {n}") for n in range(5)]
    answers = at_once(*[partial(asked, maker, against=rival) for maker in makers])
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]


def test_whoever_opens_the_link_first_has_the_other_place_be_it_a_bot(owner, rival, stranger, anyone):
    duel = made(owner)
    assert rival.join(duel).status == 201
    assert stranger.join(duel).outcome == FULL
    assert owner.join(duel).status == 200
    told = anyone.post("/guests", {"name": "Robot", "bot": True}).body
    bot = Client(anyone.send, told["token"], told["player"])
    duel = made(owner, against=bot)
    assert begin(bot, duel).outcome == NOT_ENTERED
    assert bot.join(duel).status == 201


@pytest.mark.extra
def test_a_duel_for_one_player_is_theirs_alone(owner, rival, stranger, anyone, clock):
    duel = made(owner, against=rival)
    assert rival.read(duel)["against"]["id"] == rival.player["id"]
    assert rival.standings(duel)["total"] == 1, "they see who waits for them"
    for viewer in (stranger, anyone):
        seen = viewer.get(f"/competitions/{duel['id']}")
        assert not [each for each in (owner, rival) if each.player["name"].encode() in seen.raw]
        assert seen.body["against"] is None
        for list in ("standings", "standings.csv", "stream", "audit", "events", "logs.ndjson"):
            assert viewer.get(f"/competitions/{duel['id']}/{list}").outcome == NOT_ENTERED
    assert stranger.join(duel).outcome == FORBIDDEN
    assert rival.join(duel).status == 201
    assert stranger.join(duel).outcome == FORBIDDEN
    play(clock, duel, owner, rival)
    do_all_due()
    log = owner.standings(duel)["results"][0]["rounds"][0]["attempt"]
    assert "score" not in stranger.get(f"/attempts/{log}").body
    again = rematched(rival, duel).body
    assert again["against"]["id"] == rival.player["id"], "its rematch is as private"
    for each in (duel, again):
        assert stranger.get(f"/competitions/{each['id']}/standings").outcome == NOT_ENTERED


@pytest.mark.extra
def test_it_closes_and_is_certified_as_soon_as_both_have_played_all(owner, rival, clock):
    duel = made(owner, rounds=2)
    play(clock, duel, owner)
    do_all_due()
    assert owner.read(duel)["state"] == "running"
    sit_down(rival, duel).finish()
    assert rival.post(f"/competitions/{duel['id']}/rounds/2/done", {}).status == 200
    do_all_due()
    assert rival.read(duel)["state"] == "final"
    acts = [(each["act"], each["staff"]) for each in rival.trail(duel)]
    assert acts[-2:] == [("close", "Evendeal"), ("certify", "Evendeal")]


@pytest.mark.extra
def test_nobody_took_it_up_within_a_week(owner, rival, clock):
    duel = made(owner)
    pass_time(clock, days=6, hours=23)
    assert owner.read(duel)["state"] == "running"
    pass_time(clock, hours=1)
    assert owner.read(duel)["state"] == "final"
    assert rival.join(duel).outcome == WRONG_STATE
    assert rematched(owner, duel).outcome == WRONG_STATE


@pytest.mark.extra
def test_both_have_a_week_from_when_the_second_joined(owner, rival, clock):
    duel = made(owner)
    playing = sit_down(owner, duel)
    before = owner.standings(duel)["version"]
    clock.forward(days=5)
    rival.join(duel)
    assert owner.read(duel)["closes_at"] == in_a_week(clock)
    assert owner.standings(duel)["version"] > before + 1, "open pages hear of it"
    [act] = owner.trail(duel)
    assert (act["act"], act["staff"], act["reason"]) == ("change", "Evendeal", "closes_at")
    pass_time(clock, days=6)
    assert owner.read(duel)["state"] == "running"
    assert playing.look()["state"] == "running"
    pass_time(clock, days=1)
    assert owner.read(duel)["state"] == "final"
    assert [row["rank"] for row in rival.standings(duel)["results"]] == [1, None]


@pytest.mark.extra
def test_a_rematch_has_the_same_settings_and_new_deals_and_both_are_in_it(owner, rival, clock):
    duel = over(clock, owner, rival, rounds=2, time_limit_s=60, game="pyramid", rules={"draw": "three"})
    clock.forward(hours=1)  # a press before the follower is as good as one after it
    first = rematched(rival, duel)
    assert first.status == 201, first.raw
    same = ("kind", "name", "access", "others", "standings", "max_entries", "time_limit_s")
    assert [first.body[each] for each in same] == [duel[each] for each in same]
    assert first.body["rematch_of"] == duel["id"]
    assert first.body["closes_at"] == in_a_week(clock)
    for before, after in zip(duel["rounds"], first.body["rounds"], strict=True):
        assert (before["game"], before["rules"]) == (after["game"], after["rules"])
        assert before["commitment"] != after["commitment"]
    assert who_is_in(first.body) == {owner.player["id"], rival.player["id"]}
    assert not Act.objects.filter(competition=first.body["id"]).exists()
    again = rematched(owner, duel)
    assert (again.status, again.body["id"]) == (200, first.body["id"])
    assert rematched(owner, first.body).outcome == WRONG_STATE
    play(clock, first.body, owner, rival)
    assert rematched(owner, first.body).status == 201


def test_a_rematch_is_for_the_two_after_the_close(owner, rival, stranger, anyone, clock):
    duel, other = made(owner), owner.create()

    def refused(*asked):
        return [rematched(player, of).outcome for player, of in asked]

    assert refused((owner, duel), (rival, duel)) == [WRONG_STATE, FORBIDDEN]
    rival.join(duel)
    play(clock, duel, owner)
    assert refused((rival, duel)) == [WRONG_STATE]
    play(clock, duel, rival)
    asked = (stranger, duel), (anyone, duel), (owner, {"id": "2" * 16}), (owner, other)
    assert refused(*asked) == [FORBIDDEN, (401, "unauthenticated"), (404, "not_found"), WRONG_STATE]


@either_way
def test_nobody_makes_a_duel_or_a_rematch_with_a_player_who_is_gone(owner, rival, clock, go):
    duel = over(clock, owner, rival, against=rival)
    go(rival, clock.now)
    asked(owner, against=rival).refused_for("against")
    assert rematched(owner, duel).outcome == WRONG_STATE


def test_there_is_neither_with_a_player_who_leaves_while_it_is_made(
    owner, rival, stranger, clock, monkeypatch
):
    def leaving(name, make):
        def left_before(*asked, **more):
            leave(gone, clock.now)
            return make(*asked, **more)

        monkeypatch.setattr(duels, name, left_before)

    duel, gone = over(clock, owner, rival), stranger
    leaving("Plan", plans.Plan)
    asked(owner, against=stranger).refused_for("against")
    gone = rival
    leaving("plan_of", plans.plan_of)
    assert rematched(owner, duel).outcome == WRONG_STATE
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
