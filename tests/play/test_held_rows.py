"""Whose row is held by whom, on PostgreSQL: while another holds it, nothing is written.

SQLite has one writer at a time, and needs no such locks.
"""

from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from competitions.contests import close, join
from competitions.contests.change import change
from competitions.contests.disqualify import disqualify
from competitions.contests.publish import publish
from competitions.contests.rename_entry import rename_entry
from competitions.contests.rename_player import change_player
from competitions.models import Attempt, Competition, Entry, Log, Move, Player, Round
from competitions.play import dealer, end_attempts, journal, submit_log
from competitions.play.attempts import begin
from competitions.play.declare_done import declare_done
from competitions.solving.bands.deal_search import search_deals

from .seats import sit_down

pytestmark = pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)


@pytest.fixture
def owner(committed):
    return committed.guest("Olga Owner")


@pytest.fixture
def entered(owner):
    """An entry in an open round, without an attempt."""
    owner.create_for(owner, attempts=2)
    return Entry.objects.get(), Round.objects.select_related("deal", "competition").get()


@pytest.fixture
def attempt(owner):
    """A running attempt with a move made, which may be taken back."""
    seat = sit_down(owner, owner.create(attempts=2, rounds=[{"game": "winabit", "seed": "pub"}]))
    assert seat.play(0, "turn").status == 200
    return Attempt.objects.with_deal().get()


@pytest.fixture
def waits(any_database):
    """The kind of statement in which an act waits for the lock of a row that another process is about to
    change, such as SELECT; None if it waits for none. It is empty where no statement went through Django."""

    def waits(row, act):
        done = []

        def note(execute, sql, *others):
            done.append(sql.split()[0])
            return execute(sql, *others)

        with held(row, any_database), connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
            try:
                with transaction.atomic(), connection.execute_wrapper(note):
                    act()
            except OperationalError as error:
                if "lock timeout" not in str(error):
                    raise
            else:
                return None
        words = [word for word in done if word in ("SELECT", "INSERT", "UPDATE", "DELETE")]
        assert set(words[:-1]) <= {"SELECT"}, "it wrote before it waited"
        return words[-1] if words else ""

    return waits


@contextmanager
def held(row, url):
    """Another process is about to change the row."""
    with psycopg.connect(url) as other:
        other.execute(f"SELECT 1 FROM {row._meta.db_table} WHERE id = %s FOR NO KEY UPDATE", [row.pk])
        yield


def test_attempts_of_one_entry_begin_one_after_the_other(entered, waits):
    entry, round = entered
    begins = {"entry": entry, "round": round, "now": timezone.now()}
    assert waits(entry, lambda: dealer.start_attempt(**begins)) == "SELECT"
    assert waits(round.competition, lambda: begin(**begins)) == "SELECT"


def test_logs_of_one_entry_come_one_after_the_other(entered, waits):
    """A rejected log waits too, though it changes neither the entry nor the competition."""
    entry, round = entered
    sent = {"entry": entry, "round": round, "moves": ["nonsense"], "now": timezone.now()}
    verdict = submit_log.judge(deal=round.deal, moves=sent["moves"])
    for row in (entry, round.competition):
        assert waits(row, lambda: submit_log.submit_log(**sent, verdict=verdict)) is not None


def test_a_round_is_declared_done_after_what_its_entry_does(entered, waits):
    entry, round = entered
    assert waits(entry, lambda: declare_done(entry=entry, round=round, now=timezone.now())) == "SELECT"


def test_one_organiser_asks_for_deals_in_bands_one_contest_after_the_other(entered, waits):
    """Else two requests at once would ask for more than one may."""
    competition = entered[1].competition
    seek = lambda: search_deals(competition, network="", now=timezone.now())  # noqa: E731
    assert waits(competition.organiser, seek) == "SELECT"


@pytest.mark.extra
def test_what_changes_an_attempt_comes_one_after_the_other(attempt, waits):
    now = timezone.now()
    for row in (attempt.entry, attempt):
        for act in (
            lambda: dealer.play_moves(attempt_id=attempt.pk, ply=1, moves=["turn"], now=now),
            lambda: dealer.take_back(attempt_id=attempt.pk, ply=0, now=now),
            lambda: dealer.finish(attempt_id=attempt.pk, now=now),
        ):
            assert waits(row, act) == "SELECT"


def test_a_move_of_a_socket_is_not_stored_while_its_attempt_is_being_ended(attempt, waits):
    line = journal.PendingMove(attempt.pk, 0, 1, "turn", timezone.now(), None)
    assert waits(attempt, lambda: journal.insert_moves([line])) == "INSERT"
    assert journal.insert_moves([line]) == {line.key}


def test_a_name_that_is_given_in_a_contest_waits_for_the_others_there(entered, waits):
    """Else two could look alike in it."""
    entry, _ = entered
    competition, now = entry.competition, timezone.now()
    given = {"competition": competition, "organiser": competition.organiser, "entry": entry, "now": now}
    assert waits(competition, lambda: rename_entry(**given, name="Table 7", reason="x")) == "SELECT"
    assert waits(competition, lambda: change_player(player=entry.player, name="Table 7", now=now)) is None


def test_who_joins_while_they_take_another_name_is_called_by_it(entered, committed, waits):
    """Else it could be told to all their entries just before there is this one. And nobody joins while the
    competition is being changed."""
    competition = Competition.objects.get()
    player = Player.objects.get(pk=committed.guest("Ray Rival").player["id"])
    joins = {"competition": competition, "player": player, "invite": None, "now": timezone.now()}
    for row in (player, competition):
        assert waits(row, lambda: join.join(**joins)) == "SELECT"


@pytest.mark.extra
def test_what_an_organiser_does_comes_one_after_the_other(entered, waits):
    competition, now = Competition.objects.get(), timezone.now() + timedelta(seconds=1)
    acts = {"competition": competition, "organiser": competition.organiser, "now": now}
    for act in (
        close.close,
        close.cancel,
        publish,
        lambda **acts: change(**acts, changes={"name": "Another"}),
    ):
        assert waits(competition, lambda act=act: act(**acts)) == "SELECT"
    Competition.objects.update(closes_at=now)
    assert waits(competition, lambda: close.certify(**acts)) == "SELECT"


def test_disqualifying_waits_for_what_the_entry_does_and_then_for_the_competition(entered, waits):
    entry, competition = entered[0], Competition.objects.get()
    act = {"entry": entry, "competition": competition, "organiser": competition.organiser, "reason": "x"}
    for row in (entry, competition):
        assert waits(row, lambda: disqualify(**act, now=timezone.now())) == "SELECT"


def test_the_watch_leaves_out_whose_entry_is_held_and_waits_for_nobody(attempt, waits):
    Attempt.objects.update(times_out_at=timezone.now())
    end = lambda: end_attempts.end_those_overdue([attempt.pk], now=timezone.now())  # noqa: E731
    assert waits(attempt.entry, end) is None
    assert (Log.objects.count(), Move.objects.count()) == (0, 1)
    assert end() == 1
    assert (Log.objects.count(), Move.objects.count()) == (1, 0)
