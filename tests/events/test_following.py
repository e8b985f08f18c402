"""Whoever follows is told everything that they may know, once and never early, as if they read it all later.

A contest runs by chance; some viewers follow it all the time with small pages, and look at odd moments.
"""

from itertools import product
from random import Random

import pytest

from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition, Player
from competitions.outbound.events.event_list import events_after
from competitions.outbound.events.strands import START
from tests.clients.contests import golden, golden_round
from tests.play.seats import begin

STEPS, EACH_MINUTES = 40, 3


class Viewer:
    def __init__(self, event, client, clock):
        self.event, self.client, self.clock = event, client, clock
        self.place, self.told = START, []

    @property
    def seen(self):
        competition = Competition.objects.with_rounds().get(pk=self.event["id"])
        player = Player.objects.get(pk=self.client.player["id"]) if self.client.player else None
        return viewpoint(competition, player, self.clock.now)

    def read(self, limit):
        """What is new; every result among it is one that the embargo shows."""
        seen, more = self.seen, True
        while more:
            page = events_after(seen, self.place, limit)
            assert len(page.events) == limit or not page.more
            self.told += page.events
            assert len(self.told) < 500, "it is told again and again"
            self.place, more = page.place, page.more
        assert [event.seq for event in self.told] == list(range(1, len(self.told) + 1))
        results = [event.data["attempt"] for event in self.told if event.type == "result"]
        assert len(results) == len(set(results))
        known = {attempt.pk for attempt in self._ended() if seen.sees_attempt(attempt)}
        assert set(results) <= known
        return set(results), known

    def _ended(self):
        return Attempt.objects.with_deal().filter(entry__competition=self.event["id"], ended_at__isnull=False)


def chance(dice, scene):
    """One thing that happens."""
    player, round = dice.choice(scene.players), dice.choice((1, 2, 3))
    match dice.choice(("join", "log", "log", "log", "begin", "finish", "act", "share")):
        case "join":
            player.join(scene.event)
        case "log":
            moves = golden(n=round - 1)["log"]["moves"][: dice.randrange(9)]
            player.submit(scene.event, moves, round)
        case "begin":
            begin(player, scene.event, round)
        case "finish":
            running = Attempt.objects.running().filter(entry__player=player.player["id"]).first()
            if running is not None:
                player.post(f"/attempts/{running.pk}/finish", {})
        case "act":
            scene.owner.change(scene.event, about=str(dice.random()))
        case "share":
            scene.owner.act(scene.event, "organisers", name=scene.players[0].player["name"])


class Scene:
    def __init__(self, owner, players, clock, watch, **settings):
        first = {"closes_at": clock.after(minutes=40)}
        second = {"opens_at": clock.after(minutes=20), "closes_at": clock.after(minutes=70)}
        rounds = [golden_round(), golden_round(n=1), golden_round(n=2)]
        self.event = owner.create(
            rounds=[rounds[0] | first, rounds[1] | second, rounds[2]],
            attempts=None,
            closes_at=clock.after(hours=2),
            **settings,
        )
        self.owner, self.players, self.clock, self.watch = owner, players, clock, watch


@pytest.mark.extra
@pytest.mark.parametrize(
    ("standings", "frozen"),
    [*product(("own", "final"), (None, 30, 60)), ("live", None), ("live", 60)],
)
def test_every_viewer_is_told_everything_once_and_never_early(
    owner, crowd, anyone, clock, watch, standings, frozen
):
    freeze = {} if frozen is None else {"freeze_at": clock.after(minutes=frozen)}
    scene = Scene(owner, crowd(["Ann", "Ben", "Cy"]), clock, watch, standings=standings, **freeze)
    followers = [Viewer(scene.event, client, clock) for client in (owner, *scene.players, anyone)]
    scene.players[0].join(scene.event)
    dice = Random(f"{standings} {frozen}")
    for _ in range(STEPS):
        clock.forward(minutes=EACH_MINUTES)
        if dice.random() < 0.5:
            watch()
        for follower in dice.sample(followers, 2):
            chance(dice, scene)
            follower.read(dice.choice((1, 2, 5)))
    clock.forward(hours=3)
    watch()
    for follower in followers:
        told, known = follower.read(3)
        assert told == known
        assert len(known) > 5
        whole = Viewer(scene.event, follower.client, clock)
        whole.read(100)
        assert whole.told == follower.told
