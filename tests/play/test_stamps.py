"""Whatever changes an entry's row in the standings stamps the entry with the new count of changes."""

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
from .sending import contest, players, sent, store_now

__all__ = ["contest", "players", "sent"]

OVER_WHEN_DEALT = {"game": "wish", "seed": "pub-edge-115"}


class Scene:
    """A contest that Ann and Ben have joined, and Cy has not."""

    def __init__(self, clock, owner, players, **settings):
        self.clock, self.owner = clock, owner
        self.ann, self.ben, self.cy = players
        self.event = owner.create(**{"attempts": 5, "closes_at": clock.after(hours=1)} | settings)
        self.ann.join(self.event)
        self.ben.join(self.event)

    def send(self, player, score):
        assert player.submit(self.event, moves_scoring(score)).status == 201

    def stamps(self):
        return dict(Entry.objects.values_list("player__name", "changed"))


def joins(scene):
    return lambda: scene.cy.join(scene.event)


def joins_again(scene):
    return lambda: scene.ann.join(scene.event)


def begins(scene):
    return lambda: sit_down(scene.ann, scene.event)


def begins_again(scene):
    sit_down(scene.ann, scene.event)
    return lambda: sit_down(scene.ann, scene.event)


def moves(scene):
    seat = sit_down(scene.ann, scene.event)
    return lambda: seat.play(0, "deal")


def gives_up(scene):
    seat = sit_down(scene.ann, scene.event)
    return seat.finish


def gives_up_a_worse_game(scene):
    """The game does not count, but the row no longer says that the player is playing."""
    scene.send(scene.ann, 20)
    return gives_up(scene)


def plays_to_the_end(scene):
    seat = sit_down(scene.ann, scene.event)
    return lambda: seat.play(0, *golden()["log"]["moves"])


def sends_the_first_log(scene):
    return lambda: scene.send(scene.ann, 25)


def sends_a_better_log(scene):
    scene.send(scene.ann, 25)
    return lambda: scene.send(scene.ann, 20)


def sends_a_worse_log(scene):
    scene.send(scene.ann, 20)
    return lambda: scene.send(scene.ann, 25)


def sends_a_log_again(scene):
    scene.send(scene.ann, 25)
    return lambda: scene.ann.submit(scene.event, moves_scoring(25))


def sends_nonsense(scene):
    return lambda: scene.ann.submit(scene.event, ["nonsense"])


def both_are_late(scene):
    scene.cy.join(scene.event)
    for player in (scene.ann, scene.ben):
        sit_down(player, scene.event)
    scene.clock.forward(hours=1)
    return lambda: deadlines.end_overdue(scene.clock.now)


def one_plays_as_it_is_closed(scene):
    sit_down(scene.ann, scene.event)
    scene.clock.forward(seconds=1)
    return lambda: scene.owner.post(f"/competitions/{scene.event['id']}/close", {})


@pytest.mark.extra
@pytest.mark.parametrize(
    ("prepare", "changed"),
    [
        (joins, {"Cy"}),
        (joins_again, set()),
        (begins, {"Ann"}),
        (begins_again, set()),
        (moves, set()),
        (gives_up, {"Ann"}),
        (gives_up_a_worse_game, {"Ann"}),
        (plays_to_the_end, {"Ann"}),
        (sends_the_first_log, {"Ann"}),
        (sends_a_better_log, {"Ann"}),
        (sends_a_worse_log, set()),
        (sends_a_log_again, set()),
        (sends_nonsense, set()),
        (both_are_late, {"Ann", "Ben"}),
        (one_plays_as_it_is_closed, {"Ann"}),
    ],
)
def test_exactly_those_are_stamped_whose_rows_change(clock, owner, crowd, prepare, changed):
    _stamped(Scene(clock, owner, crowd(["Ann", "Ben", "Cy"])), prepare, changed)


def test_a_game_that_is_over_when_it_is_dealt_is_stamped(clock, owner, crowd):
    _stamped(Scene(clock, owner, crowd(["Ann", "Ben", "Cy"]), rounds=[OVER_WHEN_DEALT]), begins, {"Ann"})


def _stamped(scene, prepare, changed):
    act = prepare(scene)
    before = scene.stamps()
    act()
    now, after = Competition.objects.get(pk=scene.event["id"]).changes, scene.stamps()
    assert {name for name in after if after[name] != before.get(name)} == changed
    assert {after[name] for name in changed} <= {now}
    assert (now > max(before.values())) == bool(changed)


def test_logs_stored_together_leave_the_last_count_of_each_contest(contest, players, sent):
    """Readers see all of these logs or none, so one count and one stamp are enough for all."""
    ann, ben, cy = players
    first, second = contest(attempts=None), contest(attempts=None)
    store_now(sent(first, cy, 25))
    store_now(
        sent(first, ann, 25),
        sent(second, ben, 25),
        sent(first, ben, 24),
        sent(first, ann, 20),
        sent(second, cy, ["nonsense"]),
        sent(first, cy, 26),
    )
    stamps = Entry.objects.values_list("competition", "player__name", "changed")
    assert {(event, name): stamp for event, name, stamp in stamps} == {
        (first["id"], "Ann"): 5,
        (first["id"], "Ben"): 5,
        (first["id"], "Cy"): 4,
        (second["id"], "Ann"): 1,
        (second["id"], "Ben"): 4,
        (second["id"], "Cy"): 3,
    }


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
