"""The places that the database keeps: after any acts they are what the results say, and every answer that is
read from them is that of the standings in memory."""

import gc
import random
import weakref
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from competitions.contests import grants
from competitions.contests.dailies.calendar import make_dailies
from competitions.embargo.visibility import viewpoint
from competitions.ledger import entry_places, ledger, player_changes
from competitions.ledger.ledger import hold
from competitions.ledger.place_keys import JOINED, PlaceKeys
from competitions.models import Attempt, Competition, Entry, PlaceCount, Player
from competitions.moderation import measures
from competitions.refusals import Refusal
from competitions.standings import memory, standings, stored_field
from competitions.standings.results import Result, place_key
from competitions.standings.score_counts import count_scores
from competitions.standings.tie_breaks import EPOCH
from tests.clients.contests import golden, golden_round, sealed
from tests.faults.invariants import Stored, check_places
from tests.threads import at_once

PLAYERS = ["Ann", "Bea", "Cay", "Dan", "Eve", "Flo"]
NAMES = ["wins", "moves", "time", "earliest"]

RESULTS = st.builds(
    Result,
    st.just("a"),
    st.integers(-32_768, 32_767),
    st.booleans(),
    st.integers(0, 32_767),
    st.none() | st.integers(0, 2**40),
    st.integers(0, 2**51).map(lambda microseconds: EPOCH + timedelta(microseconds=microseconds)),
)


@given(
    lowest=st.booleans(),
    names=st.lists(st.sampled_from(NAMES), unique=True),
    pair=st.tuples(RESULTS, RESULTS),
)
def test_keys_are_sorted_as_the_rules_of_ranking_say(lowest, names, pair):
    keys = PlaceKeys(lowest_wins=lowest, tie_breaks=names)
    one, other = (keys.of(each) for each in pair)
    said = [place_key(each, lowest_wins=lowest, tie_breaks=names) for each in pair]
    assert (one < other, one == other) == (said[0] < said[1], said[0] == said[1])
    assert (keys.values(one) < keys.values(other)) == (one < other)
    assert keys.from_values(keys.values(one)) == one
    assert keys.counted(one) <= keys.counted(other) or one > other, "the counts are in the same order"
    assert one < JOINED


class Acts:
    """What happens in a contest by chance."""

    def __init__(self, seed, owner, players, event, clock):
        self.chance, self.owner, self.players = random.Random(seed), owner, players
        self.event, self.clock = event, clock
        self.moves = golden()["log"]["moves"]
        self.staff = Player.objects.create(name="Staff", look="staff", created_at=clock.now, is_staff=True)

    def act(self):
        self.clock.forward(seconds=self.chance.choice([0, 1, 90, 5000]))
        player = self.chance.choice(self.players)
        entry = Entry.objects.filter(competition=self.event["id"], player=player.player["id"]).first()
        if entry is None:
            player.join(self.event)
            return
        whole = self.chance.choice(
            [self.log, self.log, self.log, self.judge, self.weigh, self.bar, self.begin, self.rename]
        )
        whole(player, entry)

    def log(self, player, entry):
        player.submit(self.event, self.moves[: self.chance.choice([0, 3, 5, 8, 20, len(self.moves)])])

    def begin(self, player, entry):
        begun = player.post(f"/competitions/{self.event['id']}/rounds/1/attempts", {}).body
        if "id" in begun and self.chance.random() < 0.7:
            player.post(f"/attempts/{begun['id']}/finish", {})

    def judge(self, player, entry):
        act = self.chance.choice(["disqualify", "reinstate"])
        self.owner.act(self.event, f"entries/{entry.pk}/{act}", reason="Two phones.")

    def weigh(self, player, entry):
        competition = Competition.objects.with_rounds().get(pk=self.event["id"])
        decide = self.chance.choice([grants.set_aside, grants.count_again, grants.grant_attempt])
        with suppress(Refusal):  # there may be nothing to decide on
            decide(
                competition=competition,
                organiser=competition.organiser,
                entry=entry,
                round=competition.rounds_in_order[0],
                reason="A fault of the screen.",
                now=self.clock.now,
            )

    def bar(self, player, entry):
        measure = self.chance.choice([measures.ban, measures.lift, measures.lift])
        with suppress(Refusal):
            measure(player=entry.player, staff=self.staff, reason="Enough.", now=self.clock.now)
        player_changes.count.call()

    def rename(self, player, entry):
        player.patch("/me", {"name": f"{entry.player.name[:3]} {self.chance.randint(2, 9)}"})
        player_changes.count.call()


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """From the third entry on, places are kept and read."""
    monkeypatch.setattr(entry_places, "KEPT_FROM", 3)
    monkeypatch.setattr(entry_places, "READ_FROM", 3)


def placed(event):
    """How many entries have places, once these and their counts are found to be what the results say."""
    return check_places(Stored(event["id"]))


@contextmanager
def read_into_memory(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(entry_places, "READ_FROM", 1_000_000)
        yield


def answers(event, viewer, now):
    """All that a viewer may read of standings, by the name of the question."""
    competition = Competition.objects.with_rounds().get(pk=event["id"])
    seen = viewpoint(competition, viewer, now)
    [round] = competition.rounds_in_order
    entries = list(competition.entries.order_by("pk"))
    ranked = Result("new", 20, False, 7, 9, now)
    told = {
        "head": standings.head(seen),
        "rows of entries": standings.rows_of(entries, seen),
        "place beside": standings.place_beside(ranked, seen, round=round),
        "winners": standings.winners(seen, round=round),
        "arrivals": standings.arrivals(seen, round=round),
        "passings": standings.sheet_and_passings(seen, offset=1, limit=2),
    }
    for of in (None, round):
        told |= {
            f"{of} sheet {at}": standings.sheet(seen, round=of, offset=at, limit=2)
            for at in range(len(entries) + 1)
        }
        told |= {
            f"{of} rows {at} {limit}": list(standings.rows(seen, round=of, offset=at, limit=limit))
            for at, limit in ((0, None), (1, None), (0, 3), (2, 2), (4, 9))
        }
        for entry in entries:
            told[f"{of} around {entry.pk}"] = standings.around(entry, seen, round=of, limit=3)
            told[f"{of} row {entry.pk}"] = standings.row_of(entry, seen, round=of)
    for entry in entries:
        told[f"before {entry.pk}"] = standings.before(entry, seen)
        for score in (3, 20):
            name = f"comparison {score} {entry.pk}"
            told[name] = standings.comparison_of(score, entry, seen, round=round)
    return told


def score_counts(event, *, stored):
    """The counts of each result's better scores, read from the stored places or counted."""
    there = Attempt.objects.filter(round__competition=event["id"], counts=True)
    attempts = list(there.select_related("round__competition", "round__deal"))
    for each in attempts:
        each.round.competition.has_places = stored
    return count_scores(attempts)


@pytest.mark.parametrize(
    ("setting", "stamped"),
    [
        ({"tie_break": ["wins", "earliest"]}, "new entries"),
        pytest.param({"tie_break": ["moves"], "counts": "first"}, "all", marks=pytest.mark.extra),
        pytest.param({"standings": "final"}, "all", marks=pytest.mark.extra),
    ],
    ids=str,
)
def test_after_any_acts_places_are_what_the_results_say(
    unlimited, committed, remembered, clock, monkeypatch, setting, stamped
):
    """Also if only new entries are stamped, as in a large daily."""
    if stamped == "new entries":
        monkeypatch.setattr(ledger, "stays_stored", entry_places.is_stored)
    owner, *players = (committed.guest(name) for name in ("Olga", *PLAYERS))
    event = owner.create(attempts=None, **setting)
    acts = Acts(str(setting), owner, players, event, clock)
    viewers = [None, Player.objects.get(name="Ann"), Player.objects.get(pk=owner.player["id"])]
    for n in range(60):
        acts.act()
        placed(event)
        if n in (24, 59):
            for viewer in viewers:
                with read_into_memory(monkeypatch):
                    in_memory = answers(event, viewer, clock.now)
                assert answers(event, viewer, clock.now) == in_memory
            assert score_counts(event, stored=True) == score_counts(event, stored=False)
    assert placed(event) > 1, "there is something to see"


def test_a_sealed_round_that_the_clock_decides(unlimited, committed, clock, monkeypatch):
    """The highest score wins there, too."""
    owner, *players = (committed.guest(name) for name in ("Olga", *PLAYERS))
    event = owner.create(**sealed(), tie_break=["time"])
    deal = Competition.objects.with_rounds().get(pk=event["id"]).rounds_in_order[0].deal
    move = next(iter(deal.game.deal(deal.seed, deal.rules).legal())).text
    for n, player in enumerate(players):
        player.join(event)
        begun = player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
        clock.forward(seconds=40 * (n % 3))
        player.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": [move]})
        player.post(f"/attempts/{begun['id']}/finish", {})
    owner.close(event, clock)
    assert placed(event) == len(players)
    with read_into_memory(monkeypatch):
        in_memory = answers(event, None, clock.now)
    assert answers(event, None, clock.now) == in_memory
    assert score_counts(event, stored=True) == score_counts(event, stored=False) != {}


def test_places_are_kept_from_a_number_of_entries_on(owner, rival, stranger, anyone):
    event = owner.create_for(rival, stranger)
    rival.submit(event, golden()["log"]["moves"])
    assert placed(event) == 0
    anyone.guest("Third").join(event)
    assert placed(event) == 1


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_an_entry_that_a_waiting_log_has_locked_gets_its_place_later(committed):
    owner, rival, third = (committed.guest(name) for name in PLAYERS[:3])
    event = owner.create_for(owner, rival)
    rival.submit(event, golden()["log"]["moves"])
    with transaction.atomic():
        assert Entry.objects.select_for_update().get(player=rival.player["id"])
        at_once(lambda: third.join(event))
        assert not Competition.objects.get(pk=event["id"]).has_places
    third.submit(event, golden()["log"]["moves"])
    assert placed(event) == 2


def test_missing_places_are_stored_some_at_a_time(owner, rival, stranger, anyone, monkeypatch):
    monkeypatch.setattr(entry_places, "COMPLETED_AT_ONCE", 1)
    event = owner.create_for(owner, rival, stranger)
    counts = Competition.objects.filter(pk=event["id"], entries__place_key=None)
    assert counts.count() == 2
    anyone.guest("Fourth").join(event)
    assert counts.count() == 1
    anyone.guest("Fifth").join(event)
    assert placed(event) == 0


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_a_change_of_the_ranking_waits_for_no_entry(committed, clock):
    """A player who begins has locked the entry, and will wait for the competition."""
    owner, *others = (committed.guest(name) for name in PLAYERS[:3])
    event = owner.create_for(owner, *others, opens_at=clock.after(hours=1))
    with transaction.atomic():
        assert Entry.objects.select_for_update().get(player=owner.player["id"])
        for settings in ({"tie_break": ["moves"]}, {"ranking": "points"}, {"ranking": "total"}):
            [answer] = at_once(lambda told=settings: owner.patch(f"/competitions/{event['id']}", told))
            assert answer.status == 200
        hold(event["id"])
    assert placed(event) == 0


def test_a_change_of_the_ranking_touches_no_entry(owner, rival, stranger, clock):
    event = owner.create_for(owner, rival, stranger, opens_at=clock.after(hours=1))
    for settings in ({"tie_break": ["moves"]}, {"ranking": "points"}, {"ranking": "total"}):
        with CaptureQueriesContext(connection) as queries:
            assert owner.patch(f"/competitions/{event['id']}", settings).status == 200
        assert len(queries) < 40
        tables = {f'"{each._meta.db_table}"' for each in (Entry, PlaceCount)}
        touching = [each["sql"] for each in queries if any(table in each["sql"] for table in tables)]
        of_one = [f"\"player_id\" = '{owner.player['id']}'", "LIMIT 1"]
        for sql in touching:
            assert sql.startswith("SELECT"), sql
            assert any(each in sql for each in of_one), sql


def test_only_contests_of_one_round_have_places(owner, rival, stranger):
    event = owner.create_for(owner, rival, stranger, rounds=[golden_round(n=n) for n in (0, 1)])
    rival.submit(event, golden()["log"]["moves"])
    assert placed(event) == 0


def test_in_a_large_daily_only_new_entries_are_stamped(owner, rival, stranger, clock):
    """Its standings are read from the places, so nobody looks for changed entries."""
    make_dailies(clock.now)
    daily = Competition.objects.filter(daily__date=clock.now).first()
    event = {"id": daily.pk}
    for player in (owner, rival, stranger):
        player.join(event)
    stamps = dict(Entry.objects.values_list("pk", "changed"))
    assert 0 not in stamps.values()
    begun = rival.post(f"/competitions/{daily.pk}/rounds/1/attempts", {}).body
    rival.post(f"/attempts/{begun['id']}/finish", {})
    assert placed(event) == 1
    assert dict(Entry.objects.values_list("pk", "changed")) == stamps
    assert Competition.objects.get(pk=daily.pk).changes == len(stamps) + 2


def test_places_are_kept_under_every_ranking_and_read_under_the_total(
    unlimited, owner, rival, stranger, anyone, clock, monkeypatch
):
    """The ranking goes to and fro, and what happens meanwhile is kept, too."""
    event = owner.create_for(rival, stranger, opens_at=clock.after(hours=1), ranking="points")
    for name in PLAYERS[:2]:
        anyone.guest(name).join(event)
    entry = Entry.objects.get(player=stranger.player["id"])
    owner.act(event, f"entries/{entry.pk}/disqualify", reason="Two phones.")
    placed(event)
    for ranking in ("total", "points"):
        owner.patch(f"/competitions/{event['id']}", {"ranking": ranking, "tie_break": ["moves"]})
        placed(event)
    clock.forward(hours=2)
    rival.submit(event, golden()["log"]["moves"])
    assert placed(event) == 1
    with read_into_memory(monkeypatch):
        in_memory = answers(event, None, clock.now)
    assert answers(event, None, clock.now) == in_memory


def test_the_ranking_of_results_stays_even_if_the_clock_is_set_back(owner, rival, stranger, clock):
    event = owner.create_for(owner, rival, stranger, opens_at=clock.after(hours=1))
    clock.forward(hours=2)
    rival.submit(event, golden()["log"]["moves"])
    clock.forward(hours=-2)
    for settings in ({"tie_break": ["moves"]}, {"ranking": "points"}):
        assert owner.patch(f"/competitions/{event['id']}", settings).outcome == (409, "wrong_state")
    assert placed(event) == 1


@pytest.fixture
def crowded(owner, rival, stranger):
    """A contest that is read from the database, in which two have a result."""
    event = owner.create_for(owner, rival, stranger, attempts=None)
    for player, some in ((rival, 20), (stranger, 3)):
        player.submit(event, golden()["log"]["moves"][:some])
    return event


def seen_now(event, clock):
    return viewpoint(Competition.read(event["id"]), None, clock.now)


def test_rows_that_are_read_later_show_the_results_of_the_beginning(crowded, stranger, clock, monkeypatch):
    """A freeze may have begun since then."""
    monkeypatch.setattr(stored_field, "READ_AT_ONCE", 1)
    seen = seen_now(crowded, clock)
    told, rows = list(standings.rows(seen)), standings.rows(seen)
    clock.forward(seconds=1)
    stranger.submit(crowded, golden()["log"]["moves"])
    assert list(rows) == told != list(standings.rows(seen_now(crowded, clock)))


def test_the_best_result_may_be_set_aside_between_two_readings(crowded, clock, monkeypatch):
    Attempt.objects.update(won=True, finished=True)
    seen = seen_now(crowded, clock)
    [round] = seen.competition.rounds_in_order
    fetch = stored_field.StoredEntrants.fetch

    def fetch_later(self, entries):
        Attempt.objects.update(counts=False)
        fetch(self, entries)

    assert standings.winners(seen, round=round) == 1
    monkeypatch.setattr(stored_field.StoredEntrants, "fetch", fetch_later)
    assert standings.winners(seen, round=round) == 0


def test_a_contest_that_grows_large_leaves_the_memory(committed, clock):
    owner, rival, stranger = (committed.guest(name) for name in PLAYERS[:3])
    event = owner.create_for(owner, rival)
    fields = memory.Fields(1_000)
    with fields.of(seen_now(event, clock).competition) as field:
        known = weakref.ref(field)
    del field
    gc.collect()
    assert known() is not None
    stranger.join(event)
    with fields.of(seen_now(event, clock).competition):
        gc.collect()
        assert known() is None
