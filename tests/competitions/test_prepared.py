"""Queries that are compiled once find the same rows as their querysets."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.backends import db
from django.db import connection, transaction
from django.db.models import Model

from competitions.models import Attempt, Competition, Entry, Log, Round, Token
from competitions.models.prepared import Prepared, Question
from competitions.players.sessions import SessionStore
from competitions.playing.submitting import entry_of, round_of
from competitions.recording.numbers import hold, hold_with_rounds
from tests.clients.contests import golden_round
from tests.playing.seats import sit_down


@pytest.fixture
def anyone(committed):
    return committed


@pytest.fixture
def event(owner, rival, clock):
    rounds = [golden_round(), golden_round(n=1, closes_at=clock.after(hours=2))]
    event = owner.create(rounds=rounds, closes_at=clock.after(hours=3), attempts=2)
    rival.join(event)
    return event


def _same(found, expected):
    assert type(found) is type(expected)
    for field in expected._meta.concrete_fields:
        value = getattr(found, field.attname)
        assert value == getattr(expected, field.attname), field.name
        assert type(value) is type(getattr(expected, field.attname)), field.name


def _same_rows(found, expected):
    for one, other in zip(found, expected, strict=True):
        _same(one, other)


def _with_its_rows(competition):
    rounds = competition.rounds.all()
    return [competition, competition.organiser, *rounds, *(round.deal for round in rounds)]


def test_a_contest_is_read_with_its_organiser_and_its_rounds_and_their_deals(
    owner, event, django_assert_num_queries
):
    for pk in (owner.create()["id"], event["id"]):
        with django_assert_num_queries(2):
            found = Competition.read(pk)
            rows = _with_its_rows(found)
        assert all(round.competition is found for round in found.rounds.all())
        expected = Competition.objects.get(pk=pk)
        _same_rows(rows, _with_its_rows(expected))
        for number in (1, 2):
            assert list(found.rounds.filter(number=number)) == list(expected.rounds.filter(number=number))
    with pytest.raises(Competition.DoesNotExist):
        Competition.read("nothing")


def test_every_row_is_found_or_the_first_in_the_order_of_the_queryset(owner, event):
    backwards = Prepared(lambda pk: Round.objects.filter(competition=pk).order_by("-number"), "a competition")
    for pk, numbers in ((event["id"], [2, 1]), (owner.create()["id"], [1]), ("nothing", [])):
        found, first = backwards.all(pk), backwards.first(pk)
        assert [round.number for round in found] == numbers
        assert first == (found[0] if found else None)
        _same_rows(found, backwards.build(pk))


@pytest.mark.parametrize("values", [{"flat": True}, {}])
def test_what_is_read_may_be_values_and_what_is_asked_for_a_moment(event, clock, values):
    closing = Prepared(
        lambda now: Round.objects.filter(closes_at__gt=now).values_list("closes_at", **values), clock.now
    )
    for hours, rows in ((1, 1), (3, 0)):
        moment = clock.now + timedelta(hours=hours)
        found = closing.all(moment)
        assert (len(found), found) == (rows, list(closing.build(moment)))
        assert closing.first(moment) == (found[0] if found else None)


def test_the_rounds_of_a_contest_that_was_found_otherwise_are_read_once(event, django_assert_num_queries):
    found = Competition.objects.get(pk=event["id"])
    for queries in (1, 0):
        with django_assert_num_queries(queries):
            rounds = [(round, round.deal, round.competition) for round in found.in_order()]
            assert list(found.rounds.all()) == [round for round, *_ in rounds]
    assert [round.number for round, *_ in rounds] == [1, 2]
    assert all(competition is found for *_, competition in rounds)


def test_a_query_that_names_a_list_may_be_asked_for_any_number(owner, event):
    several = Prepared(
        lambda *keys: Round.objects.filter(competition__in=keys).order_by("pk"), "a competition"
    )
    other = owner.create()["id"]
    for keys in ((), (event["id"],), (event["id"], other), (other,)):
        _same_rows(several.all(*keys), Round.objects.filter(competition__in=keys).order_by("pk"))


def test_a_log_is_read_with_all_that_is_needed_to_show_it(rival, event, django_assert_num_queries):
    for moves in (["nonsense"], []):
        log_id = rival.submit(event, moves).body["id"]
        found, expected = Log.read(log_id), Log.objects.get(pk=log_id)
        with django_assert_num_queries(0):
            rows = [found, *_around(found)]
        _same_rows(rows, [expected, *_around(expected)])
    with pytest.raises(Log.DoesNotExist):
        Log.read("nothing")


def _around(log):
    """What a log is read with."""
    entry, round = log.entry, log.round
    attempt = [] if log.attempt is None else [log.attempt, log.attempt.round.competition]
    return [entry, entry.player, entry.competition.organiser, round.competition, round.deal, *attempt]


def test_a_round_is_found_with_its_competition_and_its_deal(owner, event, clock, django_assert_num_queries):
    for number in (2, 1):
        with django_assert_num_queries(1):
            found = round_of(event["id"], number, clock.now)
            related = found.competition, found.deal
        expected = Round.objects.get(competition=event["id"], number=number)
        _same(found, expected)
        _same(related[0], expected.competition)
        _same(related[1], expected.deal)
        assert (found.number, found._state.adding, found._state.db) == (number, False, connection.alias)
    for competition, number in ((event["id"], 3), ("nothing", 1)):
        with pytest.raises(Round.DoesNotExist):
            round_of(competition, number, clock.now)


def test_a_round_is_remembered_once_it_has_opened(owner, clock, django_assert_num_queries):
    """Before, its deal and what counts may still be changed."""
    event = owner.create(opens_at=clock.after(hours=1))
    for hours, queries in ((0, 1), (0, 1), (1, 1), (0, 0)):
        clock.forward(hours=hours)
        with django_assert_num_queries(queries):
            round_of(event["id"], 1, clock.now)


def test_an_entry_is_found_by_its_player(owner, rival, event):
    _same(entry_of(event["id"], rival.player["id"]), Entry.objects.get(player=rival.player["id"]))
    with pytest.raises(Entry.DoesNotExist):
        entry_of(event["id"], owner.player["id"])
    owner.join(event)
    assert entry_of(event["id"], owner.player["id"]).player_id == owner.player["id"]


def test_a_question_has_the_answers_of_its_querysets(event, clock, django_assert_num_queries):
    def asked(now, since):
        rounds = Round.objects.filter(closes_at__gt=since, closes_at__lte=now)
        soon = Round.objects.filter(opens_at__gte=since).union(Round.objects.filter(closes_at__lte=now))
        return rounds, Competition.objects.filter(closes_at__lte=now).order_by("name"), soon

    question = Question(asked, clock.now - timedelta(days=2), clock.now - timedelta(days=1))
    seen = set()
    for hours in (1, 2, 3):
        for micro in (-1, 0, 1):
            now = clock.now + timedelta(hours=hours, microseconds=micro)
            for since in (datetime.min.replace(tzinfo=UTC), now - timedelta(hours=1), now):
                with django_assert_num_queries(1):
                    answers = question.ask(now, since)
                assert answers == [queryset.exists() for queryset in asked(now, since)]
                seen.add(tuple(answers))
    assert len(seen) >= 4


@pytest.fixture
def attempts(rival, event):
    """An attempt that has ended, and a running one with moves."""
    ended = sit_down(rival, event)
    ended.finish()
    running = sit_down(rival, event)
    for _ in range(2):
        view = running.view
        running.play(view["ply"], view["legal"][0])
    return Attempt.objects.with_deal().order_by("number")


def _everything(row):
    """The row and what was read with it, however deep."""
    if not isinstance(row, Model):
        return [row]
    keys = [field for field in row._meta.concrete_fields if field.is_relation and field.is_cached(row)]
    related = [key.get_cached_value(row) for key in keys]
    return [row, *(each for one in related for each in _everything(one))]


def _equal(prepared, *values):
    found, expected = prepared.all(*values), list(prepared.build(*values))
    for one, other in zip(found, expected, strict=True):
        for mine, theirs in zip(_everything(one), _everything(other), strict=True):
            assert mine == theirs
            if isinstance(mine, Model):
                _same(mine, theirs)
    first = prepared.first(*values)
    assert first == (found[0] if found else None)


def test_rows_are_read_with_the_one_that_is_held(event):
    with transaction.atomic():
        found = hold_with_rounds(event["id"])
        _same_rows(_with_its_rows(found), _with_its_rows(Competition.objects.get(pk=event["id"])))


def test_no_row_is_held_outside_of_a_transaction(event):
    for _ in range(2):
        with transaction.atomic():
            assert hold(event["id"]).pk == event["id"]
        with pytest.raises(transaction.TransactionManagementError):
            hold(event["id"])


def test_what_is_not_there_is_not_held(event):
    with transaction.atomic(), pytest.raises(Competition.DoesNotExist):
        hold("nothing")


def test_a_token_is_found_with_its_player(rival, clock):
    found, expected = Token.live(rival.token), Token.objects.get(player=rival.player["id"])
    _same(found, expected)
    _same(found.player, expected.player)
    assert Token.live(rival.token[:-1]) is None
    Token.objects.update(revoked_at=clock.now)
    assert Token.live(rival.token) is None


def test_a_session_is_found_as_django_finds_it_until_it_has_expired(any_database, clock):
    made = SessionStore()
    made["what"] = "kept"
    made.save()
    for hours, kept in ((0, {"what": "kept"}), (24 * 366, {})):
        clock.forward(hours=hours)
        ours, django = SessionStore(made.session_key), db.SessionStore(made.session_key)
        assert ours.load() == django.load() == kept
        assert ours.session_key == django.session_key == (made.session_key if kept else None)
