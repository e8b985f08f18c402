"""A deal that others have played and the caller does not know, to be played as a ghost."""

from datetime import timedelta
from random import Random
from statistics import mean

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.contests import bot_deals
from competitions.contests.bot_deals import bot_game
from competitions.embargo.visibility import viewpoint
from competitions.ledger.event_rows import rows_between
from competitions.models import AnalysedLog, Attempt, BotDeal, Competition, Entry, OfferedDeal, Player
from competitions.play.ghosts.follower import list_offered_deals
from competitions.play.ghosts.offered_deals import find_offered_deal
from competitions.play.submit_log import judge
from games import GAMES
from games.replay import replay_from
from tests.clients.contests import golden, moves_scoring, sealed
from tests.jobs.work import do_all_due
from tests.play.seats import sit_down

NONE = 404, "not_found"


def dealt(client, **query):
    return client.get("/deals/played", **query)


def follow():
    """Tell the follower all that has happened."""
    for competition_id, events in Competition.objects.values_list("pk", "events"):
        list_offered_deals(competition_id, rows_between(competition_id, 0, events), timezone.now())


def grow(event, *, people=0, bots=0):
    """Let so many more have a result in the event's only round, however they came by it."""
    [like] = Attempt.objects.filter(round__competition=event["id"])[:1]
    for number in range(people + bots):
        player = Player.objects.create(
            name=f"P {number}",
            bot=number >= people,
            created_at=like.started_at,
        )
        entry = Entry.objects.create(
            competition_id=event["id"], player=player, joined_at=like.started_at, called=f"P {number}"
        )
        Attempt.objects.create(
            entry=entry, player=player, round=like.round, number=1, score=9, counts=True,
            started_at=like.started_at, ended_at=like.ended_at,
        )  # fmt: skip


@pytest.fixture
def closed(owner, rival, clock):
    """Makes a contest in which the rival has played, and closes it."""

    def closed(game="wish", **settings):
        event = owner.create_for(rival, **(sealed(game) | settings))
        sit_down(rival, event).finish()
        owner.close(event, clock)
        return event

    return closed


def test_a_closed_deal_is_dealt_once_to_whoever_has_not_played_it(stranger, rival, anyone, closed):
    event = closed()
    grow(event, people=2, bots=1)
    assert dealt(stranger).outcome == NONE  # the follower has not heard of it
    follow()
    told = {"game": "wish", "rules": {}, "competition": event["id"], "round": 1, "field": 4, "bots": 1}
    for client in (stranger, anyone):
        assert dealt(client).body == dealt(client, game="wish").body == told
    assert dealt(stranger, game="well").outcome == NONE
    assert dealt(stranger, game="golf").outcome == (422, "invalid")
    assert dealt(rival).outcome == NONE, "who has played it knows it"
    begun = stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {"ghost": True})
    assert (begun.status, begun.body["ghost"]) == (201, True)
    assert dealt(stranger).outcome == NONE, "as a ghost it is dealt once"


@pytest.mark.parametrize("path", ["logs/{log}", "logs/{log}/replay", "attempts/{attempt}", "tree", "ndjson"])
def test_whoever_has_seen_a_game_of_a_deal_is_not_dealt_it(stranger, closed, path):
    event = closed()
    follow()
    attempt = Attempt.objects.select_related("log").get(round__competition=event["id"])
    of_event = {
        "tree": f"competitions/{event['id']}/rounds/1/tree",
        "ndjson": f"competitions/{event['id']}/logs.ndjson",
    }
    asked = of_event.get(path, path).format(log=attempt.log.pk, attempt=attempt.pk)
    assert dealt(stranger).status == 200
    for _ in range(2):
        assert stranger.get(f"/{asked}").status == 200
        assert dealt(stranger).outcome == NONE
    [noted] = stranger.get("/me/export").body["seen_deals"]
    assert noted == {"competition": event["id"], "round": 1}


def test_the_same_cards_elsewhere_are_known_too(stranger, owner, rival, clock):
    round = {name: golden()["log"][name] for name in ("game", "rules", "seed")}
    event = owner.create_for(rival, rounds=[round])
    assert rival.submit(event, moves_scoring(20)).status == 201
    owner.close(event, clock)
    follow()
    assert dealt(stranger).status == 200
    other = owner.create_for(stranger, rounds=[round])
    assert dealt(stranger).status == 200, "only who has begun has seen the cards"
    assert stranger.submit(other, []).status == 201
    assert dealt(stranger).outcome == NONE


def test_nothing_of_a_round_that_others_may_not_see_yet_is_dealt(stranger, owner, rival, clock):
    event = owner.create_for(rival, **sealed("wish", closes_at=clock.after(hours=1)))
    seat = sit_down(rival, event)
    follow()
    assert dealt(stranger).outcome == NONE
    clock.forward(hours=1)
    follow()
    assert dealt(stranger).outcome == NONE, "somebody still plays"
    seat.finish()
    follow()
    assert dealt(stranger).status == 200
    # Even a row that should not be there deals nothing.
    Competition.objects.update(closes_at=timezone.now() + timedelta(hours=1))
    assert OfferedDeal.objects.exists()
    assert dealt(stranger).outcome == NONE


@pytest.mark.parametrize("access", ["unlisted", "invite"])
def test_what_only_a_link_leads_to_is_not_dealt(stranger, rival, closed, access):
    closed(access=access)
    follow()
    assert dealt(stranger).outcome == dealt(rival).outcome == NONE


def test_a_contest_that_is_called_off_or_left_without_results_deals_nothing(stranger, owner, closed):
    event = closed()
    follow()
    Attempt.objects.update(counts=False)
    follow()
    assert dealt(stranger).outcome == NONE
    Attempt.objects.update(counts=True)
    follow()
    assert dealt(stranger).status == 200
    owner.act(event, "cancel")
    assert dealt(stranger).outcome == NONE
    follow()
    assert not OfferedDeal.objects.exists()


def test_twenty_people_come_before_twenty_players_and_these_before_fewer(stranger, closed):
    few, with_bots, people = (closed() for _ in range(3))
    grow(few, people=18)
    grow(with_bots, people=18, bots=1)
    grow(people, people=19)
    follow()
    for event, field in ((people, 20), (with_bots, 20), (few, 19)):
        for _ in range(3):
            found = dealt(stranger).body
            assert (found["competition"], found["field"]) == (event["id"], field)
        assert stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {"ghost": True}).status == 201


def test_the_search_asks_as_often_and_by_an_index_however_many_deals_there_are(closed):
    event = closed("wish")
    grow(event, people=20)
    follow()
    player = Player.objects.exclude(entries__competition=event["id"]).first()
    with CaptureQueriesContext(connection) as asked:
        found = find_offered_deal(player=player, game="wish", now=timezone.now())
    assert found is not None
    assert len(asked) <= 6
    [search] = [each["sql"] for each in asked.captured_queries if "played" in each["sql"].lower()][-1:]
    with connection.cursor() as cursor:
        explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        cursor.execute(f"{explain} {search}")
        plan = "\n".join(str(row) for row in cursor.fetchall())
    if connection.vendor == "sqlite":
        assert "offered_deal_of_game" in plan
        assert "SCAN" not in plan
        assert "TEMP B-TREE" not in plan


def test_the_bots_play_deals_that_everyone_may_be_dealt_and_no_list_shows(
    stranger, anyone, monkeypatch, clock
):
    monkeypatch.setattr(bot_deals, "DEALS", 1)
    monkeypatch.setattr(bot_deals, "judge", lambda **log: clock.forward(seconds=1) or judge(**log))
    for _ in range(5):
        assert bot_deals.make_next_bot_deal(timezone.now())
    assert not bot_deals.make_next_bot_deal(timezone.now())
    assert set(BotDeal.objects.values_list("game_slug", "number")) == {(slug, 1) for slug in GAMES}
    assert Player.objects.filter(bot=True).count() == 21
    do_all_due()
    assert not AnalysedLog.objects.exists(), "nobody waits for analyses of bots' games"
    told = dealt(stranger, game="pyramid").body
    assert (told["field"], told["bots"]) == (21, 21)
    assert dealt(stranger, game="pyramid").body == told
    assert not anyone.get("/competitions", state="final").body["results"]
    rows = anyone.get(f"/competitions/{told['competition']}/standings").body["results"]
    assert {row["player"]["bot"] for row in rows} == {True}
    assert len(rows) == 21


def test_the_stronger_bots_play_better():
    game = GAMES["winabit"]
    openings = [game.open(f"deal-{number}", game.settle_rules({})) for number in range(4)]
    means = [
        mean(
            replay_from(opening, bot_game(opening, strength, Random(n))).score
            for opening in openings
            for n in range(4)
        )
        for strength in bot_deals.STRENGTHS
    ]
    assert sorted(means) == means
    assert means[0] + 5 < means[-1]


@pytest.mark.django_db
def test_a_deal_of_bots_that_was_left_half_made_is_made_whole(monkeypatch):
    monkeypatch.setattr(bot_deals, "DEALS", 1)
    plays = bot_deals.submit_log
    stored = []

    def stumble(**log):
        if len(stored) == 5:
            raise RuntimeError("the process dies")
        stored.append(plays(**log))

    monkeypatch.setattr(bot_deals, "submit_log", stumble)
    with pytest.raises(RuntimeError):
        bot_deals.make_next_bot_deal(timezone.now())
    monkeypatch.setattr(bot_deals, "submit_log", plays)
    assert bot_deals.make_next_bot_deal(timezone.now())
    [deal] = BotDeal.objects.select_related("competition")
    assert deal.competition.state(timezone.now()) == "final"
    assert Attempt.objects.filter(round__competition=deal.competition).count() == 21
    seen = viewpoint(deal.competition, None, timezone.now())
    assert seen.deals_to_anyone(deal.competition.rounds_in_order[0])
