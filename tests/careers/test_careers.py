"""What viewers see of a player, counted again from what was played here, by nothing of the service."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from itertools import product
from statistics import median
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.api.views import logs
from competitions.contests.dailies.calendar import make_dailies
from competitions.models import AnalysedLog, Attempt, Competition, Player
from competitions.moderation.close_player import close_player
from competitions.moderation.measures import ban, lift
from competitions.play import submit_log
from competitions.play.deadlines import do_what_is_due
from competitions.ratings.careers import career, past_results
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client
from tests.jobs.work import do_all_due
from tests.moderation.staffing import register_staff
from tests.steps import steps_counted

from .many import play_many

GAME, N = "three-by-three", 3
"""The fewest cards win; and a golden log in which each score from 30 to 9 comes."""


@dataclass
class World:
    """Some contests of one deal, and the scores that count in them, by contest and player."""

    cast: dict[str, Client]
    clock: Any
    events: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, dict[str, int]] = field(default_factory=dict)
    order: list[tuple[str, str]] = field(default_factory=list)
    """Contest and player, as they ended."""

    def hold(self, name: str, scores: dict[str, int], **settings: Any) -> None:
        """Let each player of a contest send a log of 25, and then a better one, or none."""
        event = self.events[name] = self.cast["Olga"].create(
            name=name, attempts=None, rounds=[golden_round(n=N)], **settings
        )
        self.scores[name] = scores
        for who, score in scores.items():
            assert self.cast[who].join(event, invite=event.get("invite")).status == 201
            for each in dict.fromkeys((25, score)):
                assert self.cast[who].submit(event, moves_scoring(each, n=N)).status == 201
                self.clock.forward(seconds=1)
            self.order.append((name, who))

    def act(self, name: str, act: str, **body: Any) -> None:
        assert self.cast["Olga"].act(self.events[name], act, **body).status == 200
        self.clock.forward(seconds=1)

    def act_on_entry(self, name: str, who: str, act: str) -> None:
        entry = self.cast[who].join(self.events[name]).body["id"]
        self.act(name, f"entries/{entry}/{act}", reason="Two accounts")

    def id(self, who: str) -> str:
        return self.cast[who].player["id"]


@pytest.fixture
def world(anyone, crowd, clock) -> World:
    names = ["Olga", "Ann", "Bob", "Sam"]
    world = World(dict(zip(names, crowd(names), strict=True)) | {"anyone": anyone}, clock)
    world.hold("over", {"Ann": 15, "Bob": 12, "Olga": 25})
    world.hold("tied", {"Bob": 18, "Ann": 18}, ranking="points")
    world.hold("parted", {"Bob": 20, "Ann": 20}, tie_break=["earliest"])
    world.hold("to be parted", {"Bob": 21, "Ann": 21}, tie_break=["earliest"])
    world.hold("hidden", {"Ann": 10, "Bob": 9}, standings="final")
    world.hold("by link", {"Bob": 11, "Ann": 10}, access="unlisted")
    world.hold("by code", {"Ann": 13}, access="invite")
    world.hold("own", {"Ann": 16, "Bob": 17}, standings="own")
    world.hold("called off", {"Ann": 9, "Bob": 10})
    world.hold("out", {"Ann": 9, "Bob": 14})
    world.hold("goes on", {"Ann": 14, "Sam": 13})
    world.act_on_entry("out", "Ann", "disqualify")
    for name in ("over", "tied", "parted", "by link", "by code", "out"):
        world.act(name, "close")
    world.act("called off", "cancel")
    return world


PUBLIC = {"over", "tied", "parted", "to be parted", "goes on", "out"}
KNOWN = {
    "anyone": PUBLIC,
    "Sam": PUBLIC,
    "Bob": PUBLIC | {"by link", "own"},
    "Olga": PUBLIC | {"by link", "by code"},
    "Ann": PUBLIC | {"hidden", "by link", "by code", "own"},
}
"""The contests in which each viewer may know Ann's result, were she not disqualified in one."""
BOTH = {
    "anyone": {"over", "tied", "parted", "to be parted"},
    "Olga": {"over", "tied", "parted", "to be parted", "by link"},
    "Ann": {"over", "tied", "parted", "to be parted", "by link", "own"},
    "Bob": {"over", "tied", "parted", "to be parted", "by link", "own"},
}
"""The contests in which each viewer may know the results of both Ann and Bob."""


def place(world: World, name: str) -> tuple[int | None, int, float | None]:
    """Ann's rank, the field and the percentile; at the score of hers the earlier log is ahead in `parted`."""
    mine, others = world.scores[name]["Ann"], [s for who, s in world.scores[name].items() if who != "Ann"]
    if name == "to be parted":
        return None, len(others) + 1, None
    better = sum(score < mine or (name == "parted" and score == mine) for score in others)
    share = float(round(Fraction(100 * (len(others) - better), len(others)), 2)) if others else None
    return better + 1, len(others) + 1, share


def sees_ann(world: World, who: str, *, name: str = "Ann", but: Collection[str] = ()) -> None:
    """The viewer sees all of Ann's results that they may know, but for those at some contests."""
    path, viewer = f"/players/{world.id('Ann')}", world.cast[who]
    known = KNOWN[who] - {"out", *but}
    expected = [(at, world.scores[at]["Ann"]) for at, each in reversed(world.order) if each == "Ann"]
    expected = [(at, score) for at, score in expected if at in known]
    scores = [score for _, score in expected]
    shown = viewer.get(path).body
    assert (shown["player"]["name"], shown["ratings"], shown["complete"]) == (name, {}, True)
    assert shown["games"] == {
        GAME: {
            "played": len(scores),
            "won": 0,
            "best": min(scores),
            "median": median(scores),
            "scores": {str(score): times for score, times in sorted(Counter(scores).items())},
            "daily": {"streak": 0, "longest": 0, "played": 0},
        }
    }
    results = read_all(viewer, f"{path}/results")
    assert [(each["name"], each["score"]) for each in results] == expected
    for each in results:
        unknown = each["name"] == "hidden" or (each["name"], who) == ("own", "Olga")
        expected_place = (None, None, None) if unknown else place(world, each["name"])
        assert (each["rank"], each["field"], each["percentile"]) == expected_place, (who, each["name"])
        [attempt] = Attempt.objects.filter(
            player=world.id("Ann"), counts=True, round__competition=each["competition"]
        )
        assert each["log"] in (None, attempt.log.pk)
        statuses = {403, 404} if each["log"] is None else {200}
        assert viewer.get(f"/logs/{attempt.log.pk}").status in statuses


def sees_both(world: World, who: str) -> None:
    """The viewer sees the rounds of Ann and Bob that they may know, from either side."""
    viewer, ann, bob = world.cast[who], world.id("Ann"), world.id("Bob")
    both = {name for name in BOTH[who] if {"Ann", "Bob"} <= world.scores[name].keys()}
    pairs = {name: (world.scores[name]["Ann"], world.scores[name]["Bob"]) for name in both}
    shown, back = (viewer.get(f"/players/{one}/versus/{two}").body for one, two in ((ann, bob), (bob, ann)))
    assert (shown["wins"], shown["losses"], shown["ties"]) == (
        sum(mine < theirs for mine, theirs in pairs.values()),
        sum(mine > theirs for mine, theirs in pairs.values()),
        sum(mine == theirs for mine, theirs in pairs.values()),
    ), who
    assert (back["wins"], back["losses"]) == (shown["losses"], shown["wins"])
    rows = read_all(viewer, f"/players/{ann}/versus/{bob}")
    assert {each["name"]: (each["score"], each["other"]["score"]) for each in rows} == pairs


def read_all(viewer: Client, path: str) -> list[dict[str, Any]]:
    """A list, two rows at a time, and back again."""
    page = viewer.get(path, limit=2)
    found = page.body["results"]
    while page.body["next"] is not None:
        page = viewer.follow(page.body["next"])
        found += page.body["results"]
    back = page.body["results"]
    while page.body["previous"] is not None:
        page = viewer.follow(page.body["previous"])
        back = page.body["results"] + back
    assert back == found
    return found


@pytest.mark.extra
def test_everybody_sees_what_they_may_know_whatever_is_done(world):
    for who in KNOWN:
        sees_ann(world, who)
    for who in BOTH:
        sees_both(world, who)
    staff = register_staff(world.clock.now)
    before, bob, others = world.scores, Player.objects.get(name="Bob"), ("anyone", "Sam", "Olga", "Ann")
    without_bob = {name: {who: n for who, n in each.items() if who != "Bob"} for name, each in before.items()}

    def all_see(scores: Mapping[str, dict[str, int]], name: str = "Ann") -> None:
        do_all_due()
        world.scores = dict(scores)
        for who in others:
            sees_ann(world, who, name=name)
        for who in BOTH.keys() & set(others):
            sees_both(world, who)

    world.act_on_entry("over", "Bob", "disqualify")
    all_see(before | {"over": without_bob["over"]})
    world.act_on_entry("over", "Bob", "reinstate")
    all_see(before)
    ban(player=bob, staff=staff, reason="Two accounts", now=world.clock.now)
    all_see(without_bob)
    lift(player=bob, staff=staff, reason="One account", now=world.clock.now)
    all_see(before)
    assert world.cast["Ann"].patch("/me", {"name": "Anna"}).status == 200
    all_see(before, name="Anna")
    close_player(player=bob, now=world.clock.now)
    do_all_due()
    for who in others:
        sees_ann(world, who, name="Anna")
    assert set(world.cast["Ann"].get(f"/players/{bob.pk}").body) == {"player"}
    assert world.cast["Ann"].get(f"/players/{bob.pk}/results").status == 404
    world.act("over", "cancel")
    assert world.cast["anyone"].get(f"/players/{world.id('Olga')}").body["games"] == {}


@pytest.mark.extra
def test_a_contest_that_is_public_no_more_is_shown_to_who_is_in_it(world):
    path = f"/competitions/{world.events['goes on']['id']}"
    assert world.cast["Olga"].patch(path, {"access": "unlisted"}).status == 200
    for closes in (False, True):
        if closes:
            world.act("goes on", "close")
        for who in KNOWN:
            sees_ann(world, who, but={"goes on"} if who in ("anyone", "Bob") else ())


def test_a_large_round_shows_no_places_while_it_is_open(owner, crowd, clock, monkeypatch):
    monkeypatch.setattr(past_results, "MOST_COUNTED", 2)
    players = crowd(["Ann", "Bob", "Cid"])
    event = owner.create_for(*players, attempts=None, rounds=[golden_round(n=N)])

    def places() -> tuple[int | None, int | None]:
        [each] = owner.get(f"/players/{players[0].player['id']}/results").body["results"]
        return each["rank"], each["field"]

    expected = [(1, 1), (2, 2), (None, None)]
    for player, score, shown in zip(players, (20, 19, 18), expected, strict=True):
        player.submit(event, moves_scoring(score, n=N))
        assert places() == shown
    assert owner.act(event, "close").status == 200
    clock.forward(seconds=1)
    assert places() == (3, 3)


@pytest.mark.extra
def test_streaks_are_of_the_dailies_that_were_played_and_count(crowd, anyone, clock):
    """Played on three days, missed on one, and played on one more; given up at once on the sixth.

    In WinABit a card can always be turned; now and then a deal of Wish is over before the first move.
    """
    ann, bob = crowd(["Ann", "Bob"])
    staff = register_staff(clock.now)
    player = Player.objects.get(name="Ann")

    def shown() -> dict[str, int] | None:
        game = anyone.get(f"/players/{player.pk}").body["games"].get("winabit")
        return game and game["daily"]

    days = ((1, 1, 1), (2, 2, 2), (3, 3, 3), None, (1, 3, 4), (0, 3, 4))
    for day in days:
        make_dailies(clock.now)
        event = Competition.objects.get(daily__game_slug="winabit", daily__date=clock.now.date())
        for who in (ann, bob) if day else ():
            begun = who.post(f"/competitions/{event.pk}/rounds/1/attempts", {}).body
            if day != days[-1] or who == bob:
                move = {"ply": 0, "moves": begun["view"]["legal"][:1]}
                assert who.post(f"/attempts/{begun['id']}/moves", move).status == 200
            assert who.post(f"/attempts/{begun['id']}/finish", {}).status == 200
        clock.forward(days=1)
        do_all_due()
        if day:
            assert shown() == dict(zip(("streak", "longest", "played"), day, strict=True))
    known = shown()
    for decide, expected in ((ban, None), (lift, known)):
        decide(player=player, staff=staff, reason="Two accounts", now=clock.now)
        do_all_due()
        assert shown() == expected


def test_a_private_profile_is_shown_to_its_player_alone(crowd):
    ann, bob = crowd(["Ann", "Bob"])
    path = f"/players/{ann.player['id']}"
    assert ann.patch("/me", {"profile": "private"}).status == 200
    assert bob.get(path).body == {"player": ann.player}
    below = ("/results", f"/versus/{bob.player['id']}")
    assert {bob.get(f"{path}{end}").status for end in below} == {404}
    assert bob.get(f"/players/{bob.player['id']}/versus/{ann.player['id']}").status == 404
    assert {ann.get(f"{path}{end}").status for end in ("", *below)} == {200}
    assert set(ann.get(path).body) == {"player", "joined_at", "games", "ratings", "complete"}


def test_nobody_is_no_player(anyone, owner):
    mine = owner.player["id"]
    for path in ("nobodynobodynobo", "@Nobody", "nobodynobodynobo/results", f"{mine}/versus/@nobody"):
        assert anyone.get(f"/players/{path}").outcome == (404, "not_found")


def test_a_log_that_came_before_the_close_and_was_stored_after_it_counts(
    owner, rival, stranger, clock, monkeypatch
):
    event = owner.create_for(
        rival, stranger, attempts=None, rounds=[golden_round(n=N)], closes_at=clock.after(minutes=5)
    )
    stranger.submit(event, moves_scoring(20, n=N))
    do_all_due()
    clock.forward(minutes=4, seconds=59.9)

    def judge(**log):
        """It takes so long that the close is recorded, and all that follows it done."""
        clock.forward(seconds=2)
        do_what_is_due(clock.now, since=None)
        do_all_due()
        return submit_log.judge(**log)

    monkeypatch.setattr(logs, "judge", judge)
    assert rival.submit(event, moves_scoring(15, n=N)).status == 201
    do_all_due()
    found = [
        (result["score"], result["rank"], result["field"])
        for player in (rival, stranger)
        for result in owner.get(f"/players/{player.player['id']}/results").body["results"]
    ]
    assert found == [(15, 1, 2), (20, 2, 2)]
    assert AnalysedLog.objects.count() == 2


FEW, MANY = 20, 400


@pytest.mark.extra
def test_many_results_take_as_many_queries_as_few_and_a_page_as_many_steps(anyone, crowd, clock):
    def costs(number: int) -> Mapping[tuple[str, str], tuple[int, int]]:
        """The queries and steps of each answer to each viewer."""
        clients = crowd([f"Ann {number}", f"Bob {number}", f"Cleo {number}"])
        ann, bob, cleo = (Player.objects.get(pk=each.player["id"]) for each in clients)
        for back, about in enumerate(({}, {"access": "unlisted"}, {"over": False})):
            play_many([ann, bob], number, clock.now - timedelta(days=back), **about)
        play_many([ann, cleo], FEW, clock.now - timedelta(days=9))
        viewers = {"anyone": anyone, "Ann": clients[0], "Bob": clients[1]}
        paths = {
            "": "",
            "results": f"/results?limit={FEW}",
            "versus": f"/versus/{bob.pk}",
            "newcomer": f"/versus/{cleo.pk}",
        }
        found = {}
        for (who, viewer), (name, path) in product(viewers.items(), paths.items()):
            with CaptureQueriesContext(connection) as queries, steps_counted() as steps:
                got = viewer.get(f"/players/{ann.pk}{path}")
            assert got.status == 200
            if not path:
                played = number * (2 if who == "anyone" else 3) + FEW
                assert got.body["games"]["wish"]["played"] == played
            found[who, name] = len(queries), len(steps)
        return found

    few, many = costs(FEW), costs(MANY)
    assert {each: queries for each, (queries, _) in many.items()} == {
        each: queries for each, (queries, _) in few.items()
    }
    assert max(queries for queries, _ in few.values()) <= 12, few
    for each, (_, steps) in many.items():
        most = MANY / FEW * few[each][1]
        if each[1] == "results":  # the page, and a step of an index for each result
            most = 1.1 * few[each][1] + 6 * 3 * (MANY - FEW)
        assert steps <= most, (each, few, many)


def test_of_a_long_past_the_newest_results_count(anyone, crowd, clock, client, monkeypatch):
    monkeypatch.setattr(career, "NEWEST", 3)
    ann, bob = (Player.objects.get(pk=each.player["id"]) for each in crowd(["Ann", "Bob"]))

    def shown() -> list[tuple[int, bool]]:
        profile = anyone.get(f"/players/{ann.pk}").body
        results = anyone.get(f"/players/{ann.pk}/results").body["results"]
        versus = anyone.get(f"/players/{ann.pk}/versus/{bob.pk}").body
        assert versus["wins"] == len(versus["results"]), "in Wish the lower score is better"
        return [
            (profile["games"]["wish"]["played"], profile["complete"]),
            (len(results), profile["complete"]),
            (versus["wins"], versus["complete"]),
        ]

    play_many([ann, bob], 3, clock.now)
    assert shown() == [(3, True)] * 3
    play_many([ann, bob], 1, clock.now - timedelta(hours=1))
    assert shown() == [(3, False)] * 3
    assert "Only the newest 10,000 results are counted" in client.get(f"/players/{ann.pk}").content.decode()
