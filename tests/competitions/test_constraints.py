"""What the database itself refuses, whoever writes."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from competitions.models import (
    AnalysedLog,
    Attempt,
    Competition,
    CoOrganiser,
    Deal,
    Entry,
    KeptAnswer,
    Log,
    Move,
    Player,
    Round,
    SoughtDeal,
    Token,
)

HOUR = timedelta(hours=1)


@pytest.fixture
def now(clock):
    return clock.now


@pytest.fixture
def player(db, now):
    return Player.objects.create(name="Ann", look="ann", shape="ann", created_at=now)


@pytest.fixture
def competition(player, now):
    settings = {"access": "public", "play": "open", "attempts": 1, "counts": "best"}
    return Competition.objects.create(
        organiser=player, name="Friday", created_at=now, published_at=now, **settings
    )


def _deal():
    return Deal.objects.create(game_slug="wish", rules={}, seed="0")


@pytest.fixture
def round(competition):
    return Round.objects.create(competition=competition, number=1, deal=_deal())


@pytest.fixture
def entry(competition, player, now):
    return Entry.objects.create(competition=competition, player=player, joined_at=now)


@pytest.fixture
def attempt(entry, round, now):
    return _attempt(entry, round, now)


def _attempt(entry, round, now, **fields):
    fields = {"number": 1, "score": 20, "finished": True, "moves_made": 1, "counts": True} | fields
    ended = {"started_at": now, "ended_at": now} | fields
    return Attempt.objects.create(entry=entry, player=entry.player, round=round, **ended)


def _log(entry, round, now, **fields):
    common = {"moves": [], "fingerprint": "f", "received_at": now}
    return Log.objects.create(entry=entry, round=round, **common | fields)


def _refuses_change(row, **fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        type(row).objects.filter(pk=row.pk).update(**fields)


def _refuses_another(row, **fields):
    """One more row that is like this one, but for these fields."""
    another = type(row)(**{field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields})
    for name, value in {"pk": None, **fields}.items():
        setattr(another, name, value)
    with pytest.raises(IntegrityError, match=r"(?i)unique|check"), transaction.atomic():
        another.save(force_insert=True)


BAD_SETTINGS = {
    "access": ["private", "", "invite"],
    "play": ["closed"],
    "counts": ["last"],
    "others": ["finished"],
    "attempts": [0, 101],
    "time_limit_s": [60],
    "invite": ["code"],
    "ranking": ["votes"],
    "standings": ["never"],
    "max_entries": [1, 100_001],
}
BAD_IF_SEALED = {"attempts": [2, None], "time_limit_s": [9, 86_401], "others": ["", "never"]}
BAD_TOGETHER = [{"max_entries": 2, "entrants": 3}, {"published_at": None, "entrants": 1}]


def test_a_competition_has_no_invalid_setting(competition):
    for play, table in ({}, BAD_SETTINGS), ({"play": "sealed"}, BAD_IF_SEALED):
        for name, values in table.items():
            for value in values:
                _refuses_change(competition, **play | {name: value})
    for fields in BAD_TOGETHER:
        _refuses_change(competition, **fields)


def test_the_moments_of_a_competition_are_in_order(competition, now):
    soon, later = now + HOUR, now + 2 * HOUR
    final = {"closes_at": soon, "certified_at": soon}
    for fields in (
        {"closes_at": now},
        {"closes_at": now - HOUR},
        {"opens_at": later, "closes_at": later},
        {"opens_at": later, "closes_at": soon},
        {"published_at": soon, "closes_at": soon},  # if it does not say when it opens
        {"closes_at": later, "certified_at": soon},
        {"closes_at": None, "certified_at": soon},
        {"cancelled_at": now, **final},
        {"published_at": None, **final},
        {"freeze_at": now},
        {"freeze_at": soon, "closes_at": soon},
    ):
        _refuses_change(competition, **fields)
    free = {"published_at": now, "freeze_at": None, "closes_at": None, "certified_at": None}
    for fields in (
        {"published_at": soon, "closes_at": later},
        final,
        {"freeze_at": now, "closes_at": soon},
    ):
        assert Competition.objects.update(**free | fields) == 1


def test_a_round_has_its_own_number_from_one_to_thirty_its_own_deal_and_a_window(round, now):
    _refuses_another(round, deal=_deal())
    _refuses_another(round, number=2)
    for fields in ({"number": 0}, {"number": 31}, {"opens_at": now, "closes_at": now}):
        _refuses_change(round, **fields)


def test_a_player_has_one_entry_and_two_entries_share_neither_look_nor_shape(entry, now):
    _refuses_another(entry)
    entry.called = entry.look = entry.shape = "ann"
    entry.save()
    other = Player.objects.create(name="Other", look="other", shape="other", created_at=now)
    for alike in ({"look": "ann"}, {"shape": "ann"}):
        _refuses_another(entry, **{"player": other, "look": "other", "shape": "other"} | alike)


def test_an_attempt_has_its_own_number_and_one_runs_and_one_counts_in_a_round(attempt, entry, round, now):
    _refuses_another(attempt, counts=False)
    _refuses_another(attempt, number=2)
    running = {"score": None, "ended_at": None, "finished": False, "counts": False}
    _refuses_another(_attempt(entry, round, now, number=2, **running), number=3)
    assert _attempt(entry, round, now, number=3, counts=False).number == 3


def test_an_attempt_says_nothing_impossible(attempt):
    for fields in (
        {"number": 0},
        {"won": True, "finished": False},
        {"moves_made": -1},
        {"score": None},
        {"ended_at": None},
        {"ended_at": None, "score": None, "finished": False},
    ):
        _refuses_change(attempt, **fields)


def test_a_log_is_stored_once_and_has_an_attempt_or_says_why_not(attempt, entry, round, now):
    for fields in ({}, {"attempt": attempt, "code": "bad_move"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            _log(entry, round, now, **fields)
    rejected = _log(entry, round, now, code="bad_move")
    accepted = _log(entry, round, now, attempt=attempt, fingerprint="g")
    assert (rejected.verdict, accepted.verdict) == ("rejected", "accepted")
    _refuses_another(rejected)
    _refuses_another(accepted, fingerprint="h")


def test_who_asked_is_forgotten_once_a_search_has_ended(attempt, entry, round, now):
    for sought in (
        AnalysedLog.objects.create(log=_log(entry, round, now, attempt=attempt), asker="somebody"),
        SoughtDeal.objects.create(deal=round.deal, asked_at=now, asker="somebody"),
    ):
        _refuses_change(sought, due=False)
        assert type(sought).objects.update(due=False, asker="") == 1


def test_moves_tokens_answers_and_co_organisers_are_there_once(attempt, competition, player, now):
    move = Move.objects.create(attempt=attempt, ply=0, text="pair 1 2", made_at=now)
    _refuses_another(move, text="pair 3 4")
    _refuses_another(Token.issue(player=player, name="first", scopes=("read",), now=now)[0])
    kept = KeptAnswer.objects.create(caller=player, path="/p", key="k", body_digest="d", reserved_at=now)
    _refuses_another(kept)
    _refuses_another(kept, key="l", status=201)
    one = CoOrganiser.objects.create(competition=competition, player=player, since=now)
    _refuses_another(one, since=now + HOUR)
