"""What is told of a player, reckoned again from what was played here, by nothing of the service."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.api.views import logs
from competitions.contests.dailies.calendar import make_dailies
from competitions.models import (
    Act,
    AnalysedLog,
    Attempt,
    Competition,
    DailyTally,
    Entry,
    FiledResult,
    FiledRound,
    Player,
    Tally,
)
from competitions.moderation.close_player import close_player
from competitions.moderation.measures import ban, lift
from competitions.people.register import register_guest
from competitions.play import submit_log
from competitions.play.deadlines import do_what_is_due
from competitions.proofs.history.follower import append_results
from competitions.ratings.careers import filed_results
from competitions.ratings.careers.filed_results import file_due, file_some
from competitions.ratings.careers.follower import file_results, note_filed
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client
from tests.jobs.work import do_all_due
from tests.moderation.staffing import make_account_staff

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
        event = self.events[name] = self.cast["Olga"].create(
            name=name, attempts=None, rounds=[golden_round(n=N)], **settings
        )
        self.scores[name] = scores
        for who, score in scores.items():
            player = self.cast[who]
            assert player.join(event, invite=event.get("invite")).status == 201
            assert (
                player.submit(event, moves_scoring(25, n=N)).status == 201
            )  # and then a better one, or the same
            self.clock.forward(seconds=1)
            if score != 25:
                assert player.submit(event, moves_scoring(score, n=N)).status == 201
            self.order.append((name, who))
            self.clock.forward(seconds=1)

    def act(self, name: str, act: str, **body: Any) -> None:
        assert self.cast["Olga"].act(self.events[name], act, **body).status == 200
        self.clock.forward(seconds=1)

    def entry(self, name: str, who: str) -> str:
        return self.cast[who].join(self.events[name]).body["id"]


@pytest.fixture
def world(anyone, crowd, clock) -> World:
    names = ["Olga", "Ann", "Bob", "Sam"]
    world = World(dict(zip(names, crowd(names), strict=True)) | {"anyone": anyone}, clock)
    world.hold("over", {"Ann": 15, "Bob": 12, "Olga": 25})
    world.hold("tied", {"Bob": 18, "Ann": 18}, ranking="points")
    world.hold("hidden", {"Ann": 10, "Bob": 9}, standings="final")
    world.hold("by link", {"Bob": 11, "Ann": 10}, access="unlisted")
    world.hold("by code", {"Ann": 13}, access="invite")
    world.hold("own", {"Ann": 16, "Bob": 17}, standings="own")
    world.hold("called off", {"Ann": 9, "Bob": 10})
    world.hold("out", {"Ann": 9, "Bob": 14})
    world.hold("goes on", {"Ann": 14, "Sam": 13})
    world.act("out", f"entries/{world.entry('out', 'Ann')}/disqualify", reason="Two accounts")
    for name in ("over", "tied", "by link", "by code", "out"):
        world.act(name, "close")
    world.act("called off", "cancel")
    return world


PUBLIC = {"over", "tied", "goes on", "out"}
KNOWN = {
    "anyone": PUBLIC,
    "Sam": PUBLIC,
    "Bob": PUBLIC | {"by link", "own"},
    "Olga": PUBLIC | {"by link", "by code"},
    "Ann": PUBLIC | {"hidden", "by link", "by code", "own"},
}
"""Of which contests each may know Ann's result, were she not out of one."""


def anns(world: World, known: set[str]) -> list[tuple[str, int]]:
    """Her results that are known, the newest first."""
    mine = [(name, world.scores[name]["Ann"]) for name, who in reversed(world.order) if who == "Ann"]
    return [(name, score) for name, score in mine if name in known - {"out"}]


def place(world: World, name: str) -> tuple[int, int, float | None]:
    scores = world.scores[name]
    others = [score for who, score in scores.items() if who != "Ann"]
    better = sum(score < scores["Ann"] for score in others)
    share = float(round(Fraction(100 * (len(others) - better), len(others)), 2)) if others else None
    return better + 1, len(scores), share


@pytest.mark.extra
def test_everybody_is_told_what_they_may_know(world):
    are_told_of_ann(world)
    are_told_of_both(world)
    do_all_due()
    assert FiledResult.objects.count() == 9
    are_told_of_ann(world)
    are_told_of_both(world)


def are_told_of_ann(
    world: World, *, name: str = "Ann", viewers: Collection[str] = tuple(KNOWN), hidden: str = ""
) -> None:
    """All of these viewers, where she is called so, and this contest is public no more."""
    path = f"/players/{world.cast['Ann'].player['id']}"
    for who in viewers:
        known = KNOWN[who] - ({hidden} if who in ("anyone", "Bob") else set())
        viewer, expected = world.cast[who], anns(world, known)
        scores = [score for _, score in expected]
        told = viewer.get(path).body
        assert told["player"]["name"] == name
        assert told["games"] == {
            GAME: {
                "played": len(scores),
                "won": 0,
                "best": min(scores),
                "median": median(scores),
                "scores": {str(score): times for score, times in sorted(Counter(scores).items())},
                "daily": {"streak": 0, "longest": 0, "played": 0},
            }
        }
        assert told["ratings"] == {}
        results = read_all(viewer, f"{path}/results")
        assert [(each["name"], each["score"]) for each in results] == expected
        for each in results:
            rank, among, percentile = place(world, each["name"])
            told_place = each["rank"], each["field"], each["percentile"]
            if each["name"] == "hidden" or (each["name"], who) == ("own", "Olga"):
                assert told_place == (None, None, None), who
            else:
                assert told_place == (rank, among, percentile), (who, each["name"])
            seen = viewer.get(f"/logs/{each['log']}").status if each["log"] else None
            log = Attempt.objects.get(
                player=world.cast["Ann"].player["id"],
                counts=True,
                round__competition=each["competition"],
            ).log.pk
            assert (each["log"], seen) in ((log, 200), (None, None))
            if each["log"] is None:
                assert viewer.get(f"/logs/{log}").status in (403, 404)


def read_all(viewer: Client, path: str) -> list[dict[str, Any]]:
    """A list, two rows at a time, and back again."""
    found, page = [], viewer.get(path, limit=2)
    while True:
        found += page.body["results"]
        if page.body["next"] is None:
            break
        page = viewer.follow(page.body["next"])
    back = page.body["results"]
    while page.body["previous"] is not None:
        page = viewer.follow(page.body["previous"])
        back = page.body["results"] + back
    assert back == found
    return found


def are_told_of_both(world: World, *, viewers: Collection[str] = ("anyone", "Ann", "Bob", "Olga")) -> None:
    ann, bob = (world.cast[name].player["id"] for name in ("Ann", "Bob"))
    for who, common in {
        "anyone": {"over", "tied"},
        "Ann": {"over", "tied", "by link", "own"},
        "Bob": {"over", "tied", "by link", "own"},
        "Olga": {"over", "tied", "by link"},
    }.items():
        if who not in viewers:
            continue
        viewer = world.cast[who]
        both = {name for name in common if {"Ann", "Bob"} <= world.scores[name].keys()}
        pairs = {name: (world.scores[name]["Ann"], world.scores[name]["Bob"]) for name in both}
        told = viewer.get(f"/players/{ann}/versus/{bob}").body
        assert (told["wins"], told["losses"], told["ties"]) == (
            sum(mine < theirs for mine, theirs in pairs.values()),
            sum(mine > theirs for mine, theirs in pairs.values()),
            sum(mine == theirs for mine, theirs in pairs.values()),
        ), who
        rows = read_all(viewer, f"/players/{ann}/versus/{bob}")
        assert {each["name"]: (each["score"], each["other"]["score"]) for each in rows} == pairs
        back = viewer.get(f"/players/{bob}/versus/{ann}").body
        assert (back["wins"], back["losses"]) == (told["losses"], told["wins"])


@pytest.mark.extra
def test_it_stays_true_whatever_is_done_about_players(world):
    do_all_due()
    staff = make_account_staff(register_guest(name="Stella Staff", bot=False, now=world.clock.now))
    assert of_filed_entries() == {"over", "tied", "by link", "by code", "out"}
    before, bob = world.scores, Player.objects.get(name="Bob")
    others = ("anyone", "Sam", "Olga", "Ann")
    ban(player=bob, staff=staff, reason="Two accounts", now=world.clock.now)
    world.scores = {name: {who: n for who, n in s.items() if who != "Bob"} for name, s in before.items()}
    are_told_after_all_is_done(world, viewers=others)
    lift(player=bob, staff=staff, reason="One account", now=world.clock.now)
    world.scores = before
    are_told_after_all_is_done(world, viewers=others)
    assert world.cast["Ann"].patch("/me", {"name": "Anna"}).status == 200
    are_told_after_all_is_done(world, viewers=others, name="Anna")
    close_player(player=bob, now=world.clock.now)
    do_all_due()
    are_told_of_ann(world, viewers=others, name="Anna")
    path = f"/players/{bob.pk}"
    assert set(world.cast["Ann"].get(path).body) == {"player"}
    assert world.cast["Ann"].get(f"{path}/results").status == 404
    tallied_as_stored()


@pytest.mark.extra
def test_streaks_are_of_the_dailies_that_were_played_and_count(crowd, anyone, clock):
    """Played on three days, missed on one, and played on one more; given up at once on the sixth.

    In WinABit a card can always be turned; now and then a deal of Wish is over before the first move.
    """
    ann, bob = crowd(["Ann", "Bob"])
    staff = make_account_staff(register_guest(name="Stella Staff", bot=False, now=clock.now))
    player = Player.objects.get(name="Ann")

    def told() -> dict[str, int] | None:
        game = anyone.get(f"/players/{player.pk}").body["games"].get("winabit")
        return game and game["daily"]

    days = ((1, 1, 1), (2, 2, 2), (3, 3, 3), None, (1, 3, 4), (0, 3, 4))
    for day in days:
        make_dailies(clock.now)
        event = Competition.objects.get(daily__game_slug="winabit", daily__date=clock.now.date())
        for who in (ann, bob) if day else ():
            path = f"/competitions/{event.pk}/rounds/1/attempts"
            begun = who.post(path, {}).body
            if day != days[-1] or who == bob:
                move = {"ply": 0, "moves": begun["view"]["legal"][:1]}
                assert who.post(f"/attempts/{begun['id']}/moves", move).status == 200
            assert who.post(f"/attempts/{begun['id']}/finish", {}).status == 200
        clock.forward(days=1)
        do_all_due()
        if day:
            assert told() == dict(zip(("streak", "longest", "played"), day, strict=True))
    assert FiledResult.objects.filter(player=player).count() == 5
    known = told()
    ban(player=player, staff=staff, reason="Two accounts", now=clock.now)
    do_all_due()
    assert told() is None
    assert not any(tally.numbers for tally in DailyTally.objects.filter(player=player))
    lift(player=player, staff=staff, reason="One account", now=clock.now)
    do_all_due()
    assert told() == known


def are_told_after_all_is_done(world: World, *, viewers: Collection[str], name: str = "Ann") -> None:
    do_all_due()
    are_told_of_ann(world, viewers=viewers, name=name)
    are_told_of_both(world, viewers=viewers)
    tallied_as_stored()


def of_filed_entries() -> set[str]:
    return set(Entry.objects.filter(filed=True).values_list("competition__name", flat=True))


@pytest.mark.extra
def test_a_contest_that_is_public_no_more_is_told_to_who_is_in_it(world):
    do_all_due()
    path = f"/competitions/{world.events['goes on']['id']}"
    assert world.cast["Olga"].patch(path, {"access": "unlisted"}).status == 200
    are_told_of_ann(world, hidden="goes on")
    do_all_due()
    are_told_of_ann(world, hidden="goes on")
    world.act("goes on", "close")
    do_all_due()
    are_told_of_ann(world, hidden="goes on")
    tallied_as_stored()


@pytest.mark.extra
def test_what_was_filed_for_everyone_is_told_to_nobody_else_before_it_is_filed_again(world):
    world.act("goes on", "close")
    do_all_due()
    event = world.events["goes on"]["id"]
    Competition.objects.filter(pk=event).update(access="unlisted")
    path = f"/players/{world.cast['Ann'].player['id']}/results"
    told = {
        who: event in {row["competition"] for row in world.cast[who].get(path).body["results"]}
        for who in ("anyone", "Bob", "Ann")
    }
    assert told == {"anyone": False, "Bob": False, "Ann": True}


def test_a_private_profile_is_told_to_its_player_alone(crowd):
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


@pytest.mark.extra
def test_acts_change_what_was_filed(world):
    do_all_due()
    stored_again_is_counted_once()
    counted = dict(Tally.objects.filter(everyone=True).values_list("player__name", "times").order_by("score"))
    assert counted == {"Ann": 1, "Bob": 1, "Olga": 1}
    world.act("over", f"entries/{world.entry('over', 'Bob')}/disqualify", reason="Too good")
    do_all_due()
    held_by_hand(world, "over", {"Ann": 15, "Olga": 25})
    world.act("over", f"entries/{world.entry('over', 'Bob')}/reinstate", reason="Not too good")
    do_all_due()
    held_by_hand(world, "over", world.scores["over"])
    world.act("over", "cancel")
    do_all_due()
    assert not FiledResult.objects.filter(filed_round__round__competition=world.events["over"]["id"]).exists()
    tallied_as_stored()
    assert Tally.objects.filter(player__name="Olga", times=0).exists(), (
        "another job may be about to add to it"
    )
    assert world.cast["anyone"].get(f"/players/{world.cast['Olga'].player['id']}").body["games"] == {}


def held_by_hand(world: World, name: str, scores: dict[str, int]) -> None:
    stored = FiledResult.objects.filter(filed_round__round__competition=world.events[name]["id"])
    ranks = {score: rank for rank, score in enumerate(sorted(scores.values()), start=1)}
    assert {each.player.name: (each.rank, each.field) for each in stored.select_related("player")} == {
        who: (ranks[score], len(scores)) for who, score in scores.items()
    }
    tallied_as_stored()


def tallied_as_stored() -> None:
    columns = ("player", "everyone", "game_slug", "score")
    stored = Counter(FiledResult.objects.values_list(*columns))
    tallies = Tally.objects.values_list(*columns, "times")
    assert Counter({tuple(counted): times for *counted, times in tallies}) == stored


def stored_again_is_counted_once() -> None:
    before = set(Tally.objects.values_list("player", "score", "times"))
    FiledRound.objects.update(due=True)
    filed = FiledRound.objects.select_related("round").all()
    assert file_due()
    assert set(Tally.objects.values_list("player", "score", "times")) == before
    one = filed[0]
    FiledRound.objects.filter(pk=one.pk).update(due=True, version=9)
    file_some(one)
    assert not FiledRound.objects.filter(pk=one.pk).exclude(up_to="").exists(), (
        "what counts has changed meanwhile"
    )
    FiledRound.objects.update(due=False)


def test_a_log_that_came_before_the_close_and_was_stored_after_it_is_in_its_players_results(
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


def test_filing_goes_on_where_it_ended_and_begins_again_where_results_have_changed(
    owner, rival, stranger, clock, monkeypatch
):
    event = owner.create_for(rival, stranger, attempts=None, rounds=[golden_round(n=N)])
    for score, player in enumerate((rival, stranger), start=20):
        player.submit(event, moves_scoring(score, n=N))
    assert owner.act(event, "close").status == 200
    clock.forward(seconds=1)
    do_all_due()
    filed = FiledRound.objects.select_related("round").get(round__competition=event["id"])
    asked: list[int] = []
    monkeypatch.setattr(filed_results, "AT_A_TIME", 1)
    monkeypatch.setattr(filed_results, "results_of", lambda _, entries: asked.append(len(entries)) or [])
    FiledRound.objects.update(due=True)
    assert not file_due(end=0)
    filed.refresh_from_db()
    first = filed.up_to
    assert not file_due(end=0)
    filed.refresh_from_db()
    assert first < filed.up_to
    assert asked == [1, 1], "each job works out the places of its own stretch alone"
    note_filed(event["id"], list(Act.objects.filter(competition=event["id"]))[-1:], timezone.now())
    filed.refresh_from_db()
    assert (filed.due, filed.up_to) == (True, "")


def test_what_proves_results_comes_before_their_filing(owner, rival, clock):
    event = owner.create_for(rival, attempts=None, rounds=[golden_round(n=N)])
    rival.submit(event, moves_scoring(20, n=N))
    assert owner.act(event, "close").status == 200
    clock.forward(seconds=1)
    do_all_due()
    FiledRound.objects.update(due=True)
    filing_jobs = DBTaskResult.objects.filter(task_path=file_results.module_path).ready()
    history = append_results.enqueue()
    file_results.call()
    assert FiledRound.objects.filter(due=True).exists()
    assert not filing_jobs.exists(), "it pauses, and does not ask again at once"
    DBTaskResult.objects.filter(pk=history.id).delete()
    file_results.call()
    assert not FiledRound.objects.filter(due=True).exists()
