"""Whatever changes an entry's row in the standings stamps the entry with the new count of changes."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from competitions.contests.join import join
from competitions.models import Competition, Entry, Player
from competitions.play import deadlines
from competitions.play.submit_log import judge, round_of, submit_log
from tests.clients.contests import golden, moves_scoring
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

from .seats import sit_down

STEPS = {
    "begin": lambda scene, player: sit_down(player, scene.event),
    "finish": lambda scene, player: sit_down(player, scene.event).finish(),
    "move": lambda scene, player: sit_down(player, scene.event).play(0, "deal"),
    "play": lambda scene, player: sit_down(player, scene.event).play(0, *golden()["log"]["moves"]),
    "join": lambda scene, player: player.join(scene.event),
    "20": lambda scene, player: player.submit(scene.event, moves_scoring(20)),
    "25": lambda scene, player: player.submit(scene.event, moves_scoring(25)),
    "nonsense": lambda scene, player: player.submit(scene.event, ["nonsense"]),
    "hour": lambda scene, _: scene.clock.forward(hours=1),
    "second": lambda scene, _: scene.clock.forward(seconds=1),
    "watch": lambda scene, _: deadlines.end_overdue(scene.clock.now),
    "close": lambda scene, _: scene.owner.act(scene.event, "close"),
}
"""What happens in a contest: by Ann, or by who is named after it."""

JOINS = "join Cy"
ENDS = [
    ("begin", "finish", {"Ann"}),
    ("20 begin", "finish", {"Ann"}),  # it does not count, but the row no longer says that she plays
    ("begin", "play", {"Ann"}),
    (f"{JOINS} begin begin Ben hour", "watch", {"Ann", "Ben"}),
    ("begin second", "close", {"Ann"}),
]
LOGS = [
    ("", "25", {"Ann"}),
    ("25", "20", {"Ann"}),
    *((before, log, set()) for before, log in (("20", "25"), ("25", "25"), ("", "nonsense"))),
]


@pytest.mark.extra
@pytest.mark.parametrize(
    ("before", "act", "changed"),
    [
        pytest.param("", JOINS, {"Cy"}, id="joins"),
        pytest.param("", "join", set(), id="joins again"),
        pytest.param("", "begin", {"Ann"}, id="begins"),
        pytest.param("begin", "begin", set(), id="begins again"),
        pytest.param("begin", "move", set(), id="moves"),
        *(pytest.param(*row, id=f"ends by {row[1]} after {row[0]}") for row in ENDS),
        *(pytest.param(*row, id=f"sends a log, {row[1]} after {row[0]}") for row in LOGS),
    ],
)
def test_exactly_those_are_stamped_whose_rows_change(clock, owner, crowd, before, act, changed):
    _stamped(clock, owner, crowd, before, act, changed)


def test_a_game_that_is_over_when_it_is_dealt_is_stamped(clock, owner, crowd):
    _stamped(clock, owner, crowd, "", "begin", {"Ann"}, rounds=[{"game": "wish", "seed": "pub-edge-115"}])


def _stamped(clock, owner, crowd, before, act, changed, **settings):
    """Ann and Ben have joined a contest, and Cy has not."""
    players = dict(zip(("Ann", "Ben", "Cy"), crowd(["Ann", "Ben", "Cy"]), strict=True))
    settings = {"attempts": 5, "closes_at": clock.after(hours=1)} | settings
    event = owner.create_for(players["Ann"], players["Ben"], **settings)
    scene = SimpleNamespace(clock=clock, owner=owner, event=event)

    def do(steps):
        words = steps.split()
        for word, name in zip(words, [*words[1:], ""], strict=False):
            if word in STEPS:
                STEPS[word](scene, players.get(name, players["Ann"]))

    def stamps():
        return dict(Entry.objects.values_list("player__name", "changed"))

    do(before)
    was = stamps()
    do(act)
    now, after = Competition.objects.get(pk=event["id"]).changes, stamps()
    assert {name for name in after if after[name] != was.get(name)} == changed
    assert {after[name] for name in changed} <= {now}
    assert (now > max(was.values())) == bool(changed)


EACH = 10
"""How many entries each of the two who write changes."""


@pytest.mark.extra
@on_databases_that_lock
def test_who_follows_the_stamps_misses_nothing(committed):
    """One lets players join, another stores logs, and a third reads what is newer than it knows."""
    owner = committed.guest("Olga Owner")
    event = owner.create()
    players = [committed.guest(f"Player {n}") for n in range(2 * EACH)]
    for player in players[EACH:]:
        player.join(event)
    competition, round = Competition.objects.get(pk=event["id"]), round_of(event["id"], 1, timezone.now())
    verdict = judge(deal=round.deal, moves=[])
    newcomers = Player.objects.in_bulk([player.player["id"] for player in players[:EACH]]).values()
    entries, done, seen = list(competition.entries.all()), [], [competition.changes]

    def write(act, among):
        try:
            for each in among:
                act(each)
        finally:
            done.append(act)

    def let_in(player):
        join(competition=competition, player=player, invite=None, now=timezone.now())

    def send(entry):
        submit_log(entry=entry, round=round, moves=[], verdict=verdict, now=timezone.now())

    def follow():
        both = False
        while not both:
            both = len(done) == 2  # and this is the last look
            newer = competition.entries.filter(changed__gt=seen[-1]).order_by("changed")
            seen.extend(newer.values_list("changed", flat=True))

    at_once(follow, lambda: write(let_in, newcomers), lambda: write(send, entries))
    assert seen == list(range(seen[0], seen[0] + 2 * EACH + 1))
    assert seen[-1] == Competition.objects.get().changes
