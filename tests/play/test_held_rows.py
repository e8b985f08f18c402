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
from competitions.solving.bands.deal_search import seek_deals

from .seats import sit_down

pytestmark = pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)


@pytest.fixture
def owner(committed):
    return committed.guest("Olga Owner")


@pytest.fixture
def entered(owner):
    """An entry in an open round, without an attempt."""
    event = owner.create(attempts=2)
    owner.join(event)
    return Entry.objects.get(), Round.objects.select_related("deal", "competition").get()


@pytest.fixture
def attempt(owner):
    """A running attempt with a move made, which may be taken back."""
    event = owner.create(attempts=2, rounds=[{"game": "winabit", "seed": "pub"}])
    seat = sit_down(owner, event)
    assert seat.play(0, "turn").status == 200
    return Attempt.objects.with_deal().get()


@contextmanager
def held(row, url):
    """Another process is about to change the row."""
    with psycopg.connect(url) as other:
        other.execute(f"SELECT 1 FROM {row._meta.db_table} WHERE id = %s FOR NO KEY UPDATE", [row.pk])
        yield


def waits_with(act):
    """The kind of statement in which the act waits for a lock, such as SELECT; None if it waits for none.

    It is empty where no statement went through Django.
    """
    done = []

    def note(execute, sql, *others):
        done.append(sql.split()[0])
        return execute(sql, *others)

    with connection.cursor() as cursor:
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


def test_attempts_of_one_entry_begin_one_after_the_other(entered, any_database):
    entry, round = entered
    begins = {"entry": entry, "round": round, "now": timezone.now()}
    with held(entry, any_database):
        assert waits_with(lambda: dealer.start_attempt(**begins)) == "SELECT"
    with held(round.competition, any_database):
        assert waits_with(lambda: begin(**begins)) == "SELECT"


def test_logs_of_one_entry_come_one_after_the_other(entered, any_database):
    """A rejected log waits too, though it changes neither the entry nor the competition."""
    entry, round = entered
    sent = {"entry": entry, "round": round, "moves": ["nonsense"], "now": timezone.now()}
    verdict = submit_log.judge(deal=round.deal, moves=sent["moves"])
    for row in (entry, round.competition):
        with held(row, any_database):
            assert waits_with(lambda: submit_log.submit_log(**sent, verdict=verdict)) is not None


def test_a_round_is_declared_done_after_what_its_entry_does(entered, any_database):
    entry, round = entered
    with held(entry, any_database):
        assert waits_with(lambda: declare_done(entry=entry, round=round, now=timezone.now())) == "SELECT"


def test_one_organiser_asks_for_deals_in_bands_one_contest_after_the_other(entered, any_database):
    """Else two requests at once would ask for more than one may."""
    competition = entered[1].competition
    with held(competition.organiser, any_database):
        assert waits_with(lambda: seek_deals(competition, network="", now=timezone.now())) == "SELECT"


@pytest.mark.extra
def test_what_changes_an_attempt_comes_one_after_the_other(attempt, any_database):
    now = timezone.now()
    for row in (attempt.entry, attempt):
        with held(row, any_database):
            for act in (
                lambda: dealer.play_moves(attempt_id=attempt.pk, ply=1, moves=["turn"], now=now),
                lambda: dealer.take_back(attempt_id=attempt.pk, ply=0, now=now),
                lambda: dealer.finish(attempt_id=attempt.pk, now=now),
            ):
                assert waits_with(act) == "SELECT"


def test_a_move_of_a_socket_is_not_stored_while_its_attempt_is_being_ended(attempt, any_database):
    line = journal.PendingMove(attempt.pk, 0, 1, "turn", timezone.now(), None)
    with held(attempt, any_database):
        assert waits_with(lambda: journal.insert_moves([line])) == "INSERT"
    assert journal.insert_moves([line]) == {line.key}


def test_a_name_that_is_given_in_a_contest_waits_for_the_others_there(entered, any_database):
    """Else two could look alike in it."""
    entry, _ = entered
    organiser, now = entry.competition.organiser, timezone.now()
    given = {"competition": entry.competition, "organiser": organiser, "entry": entry, "now": now}
    with held(entry.competition, any_database):
        assert waits_with(lambda: rename_entry(**given, name="Table 7", reason="x")) == "SELECT"
        assert waits_with(lambda: change_player(player=entry.player, name="Table 7", now=now)) is None


def test_who_joins_while_they_take_another_name_is_called_by_it(entered, committed, any_database):
    """Else it could be told to all their entries just before there is this one."""
    competition = Competition.objects.get()
    player = Player.objects.get(pk=committed.guest("Ray Rival").player["id"])
    joins = {"competition": competition, "player": player, "invite": None, "now": timezone.now()}
    with held(player, any_database):
        assert waits_with(lambda: join.join(**joins)) == "SELECT"


def test_nobody_joins_while_the_competition_is_being_changed(entered, committed, any_database):
    competition = Competition.objects.get()
    player = Player.objects.get(pk=committed.guest("Ray Rival").player["id"])
    joins = {"competition": competition, "player": player, "invite": None, "now": timezone.now()}
    with held(competition, any_database):
        assert waits_with(lambda: join.join(**joins)) == "SELECT"


@pytest.mark.extra
def test_what_an_organiser_does_comes_one_after_the_other(entered, any_database):
    competition = Competition.objects.get()
    acts = {
        "competition": competition,
        "organiser": competition.organiser,
        "now": timezone.now() + timedelta(seconds=1),
    }
    with held(competition, any_database):
        assert waits_with(lambda: close.close(**acts)) == "SELECT"
        assert waits_with(lambda: close.cancel(**acts)) == "SELECT"
        assert waits_with(lambda: publish(**acts)) == "SELECT"
        assert waits_with(lambda: change(**acts, changes={"name": "Another"})) == "SELECT"
    Competition.objects.update(closes_at=acts["now"])
    with held(competition, any_database):
        assert waits_with(lambda: close.certify(**acts)) == "SELECT"


def test_disqualifying_waits_for_what_the_entry_does_and_then_for_the_competition(entered, any_database):
    entry, _ = entered
    competition = Competition.objects.get()
    act = {"entry": entry, "competition": competition, "organiser": competition.organiser, "reason": "x"}
    for row in (entry, competition):
        with held(row, any_database):
            assert waits_with(lambda: disqualify(**act, now=timezone.now())) == "SELECT"


def test_the_watch_leaves_out_whose_entry_is_held_and_waits_for_nobody(attempt, any_database):
    Attempt.objects.update(times_out_at=timezone.now())
    with held(attempt.entry, any_database):
        assert waits_with(lambda: end_attempts.end_those_overdue([attempt.pk], now=timezone.now())) is None
        assert (Log.objects.count(), Move.objects.count()) == (0, 1)
    assert end_attempts.end_those_overdue([attempt.pk], now=timezone.now()) == 1
    assert (Log.objects.count(), Move.objects.count()) == (1, 0)
