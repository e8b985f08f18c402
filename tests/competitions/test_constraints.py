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


@pytest.fixture
def now(clock):
    return clock.now


@pytest.fixture
def player(db, now):
    return Player.objects.create(name="Ann", look="ann", shape="ann", created_at=now)


@pytest.fixture
def competition(player, now):
    return Competition.objects.create(
        organiser=player,
        name="Friday",
        access="public",
        play="open",
        attempts=1,
        counts="best",
        created_at=now,
        published_at=now,
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
    return Attempt.objects.create(**_attempt(entry, round, now))


def _attempt(entry, round, now, **fields):
    return {
        "entry": entry,
        "player_id": entry.player_id,
        "round": round,
        "number": 1,
        "score": 20,
        "won": False,
        "finished": True,
        "moves_made": 1,
        "started_at": now,
        "ended_at": now,
        "counts": True,
        **fields,
    }


def _log(entry, round, now, **fields):
    return {"entry": entry, "round": round, "moves": "[]", "fingerprint": "f", "received_at": now, **fields}


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


@pytest.mark.parametrize("alike", [{"look": "ann"}, {"shape": "ann"}])
def test_two_entries_of_a_competition_share_neither_look_nor_shape(entry, now, alike):
    entry.called = entry.look = entry.shape = "ann"
    entry.save()
    other = Player.objects.create(name="Other", look="other", shape="other", created_at=now)
    _refuses_another(entry, **{"player": other, "look": "other", "shape": "other"} | alike)


def test_two_tokens_do_not_share_a_secret(player, now):
    _refuses_another(Token.issue(player=player, name="first", scopes=("read",), now=now)[0])


@pytest.mark.parametrize(
    "fields",
    [
        {"access": "private"},
        {"access": ""},
        {"play": "closed"},
        {"play": "sealed", "attempts": 2},
        {"play": "sealed", "attempts": None},
        {"play": "sealed", "time_limit_s": 9},
        {"play": "sealed", "time_limit_s": 86_401},
        {"time_limit_s": 60},
        {"play": "sealed", "others": ""},
        {"play": "sealed", "others": "never"},
        {"others": "finished"},
        {"counts": "last"},
        {"attempts": 0},
        {"attempts": 101},
        {"access": "invite"},
        {"invite": "code"},
        {"access": "invite", "invite": ""},
        {"ranking": "votes"},
        {"standings": "never"},
        {"max_entries": 1},
        {"max_entries": 100_001},
        {"max_entries": 2, "entrants": 3},
        {"published_at": None, "entrants": 1},
    ],
)
def test_a_competition_has_no_invalid_setting(competition, fields):
    _refuses_change(competition, **fields)


@pytest.mark.parametrize(("opens", "closes"), [(None, 0), (None, -1), (2, 2), (2, 1)])
def test_a_competition_ends_after_it_begins(competition, now, opens, closes):
    hours = {"opens_at": opens, "closes_at": closes}
    _refuses_change(
        competition, **{name: None if h is None else now + timedelta(hours=h) for name, h in hours.items()}
    )


def test_results_are_final_once_it_is_closed(competition, now):
    hour = timedelta(hours=1)
    _refuses_change(competition, closes_at=now + 2 * hour, certified_at=now + hour)
    _refuses_change(competition, closes_at=None, certified_at=now + hour)
    assert Competition.objects.update(closes_at=now + hour, certified_at=now + hour) == 1


def test_standings_freeze_before_the_close(competition, now):
    hour = timedelta(hours=1)
    _refuses_change(competition, freeze_at=now)
    _refuses_change(competition, freeze_at=now + hour, closes_at=now + hour)
    assert Competition.objects.update(freeze_at=now, closes_at=now + hour) == 1


def test_what_is_cancelled_or_a_draft_has_no_final_results(competition, now):
    final = {"closes_at": now + timedelta(hours=1), "certified_at": now + timedelta(hours=1)}
    _refuses_change(competition, cancelled_at=now, **final)
    _refuses_change(competition, published_at=None, **final)


def test_a_round_has_its_number_and_its_deal_for_itself(round):
    _refuses_another(round, deal=_deal())
    _refuses_another(round, number=2)


@pytest.mark.parametrize("number", [0, 31])
def test_rounds_are_numbered_from_one_to_thirty(round, number):
    _refuses_change(round, number=number)


def test_a_round_ends_after_it_begins(round, now):
    _refuses_change(round, opens_at=now, closes_at=now)


def test_a_player_has_one_entry(entry):
    _refuses_another(entry)


def test_an_attempt_has_its_number_for_itself_and_one_counts_in_a_round(attempt, entry, round, now):
    _refuses_another(attempt, counts=False)
    _refuses_another(attempt, number=2)
    assert Attempt.objects.create(**_attempt(entry, round, now, number=2, counts=False)).number == 2


def test_one_attempt_runs_in_a_round(entry, round, now):
    running = {"score": None, "ended_at": None, "finished": False, "counts": False}
    _refuses_another(Attempt.objects.create(**_attempt(entry, round, now, **running)), number=2)


def test_a_ply_has_one_move(attempt, now):
    move = Move.objects.create(attempt=attempt, ply=0, text="pair 1 2", made_at=now)
    _refuses_another(move, text="pair 3 4")


@pytest.mark.parametrize(
    "fields",
    [
        {"number": 0},
        {"won": True, "finished": False},
        {"moves_made": -1},
        {"score": None},
        {"ended_at": None},
        {"ended_at": None, "score": None, "finished": False},
    ],
)
def test_an_attempt_says_nothing_impossible(attempt, fields):
    _refuses_change(attempt, **fields)


def test_a_log_has_an_attempt_or_says_why_not(attempt, entry, round, now):
    for fields in ({}, {"attempt": attempt, "code": "bad_move"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Log.objects.create(**_log(entry, round, now, **fields))
    assert Log.objects.create(**_log(entry, round, now, attempt=attempt)).verdict == "accepted"
    assert (
        Log.objects.create(**_log(entry, round, now, fingerprint="g", code="bad_move")).verdict == "rejected"
    )


def test_a_log_is_stored_once_and_an_attempt_has_one(attempt, entry, round, now):
    _refuses_another(Log.objects.create(**_log(entry, round, now, code="bad_move")))
    of_attempt = Log.objects.create(**_log(entry, round, now, attempt=attempt, fingerprint="g"))
    _refuses_another(of_attempt, fingerprint="h")


def test_who_asked_is_forgotten_once_a_search_has_ended(attempt, entry, round, now):
    log = Log.objects.create(**_log(entry, round, now, attempt=attempt))
    for sought in (
        AnalysedLog.objects.create(log=log, asker="somebody"),
        SoughtDeal.objects.create(deal=round.deal, asked_at=now, asker="somebody"),
    ):
        _refuses_change(sought, due=False)
        assert type(sought).objects.update(due=False, asker="") == 1


def test_an_answer_is_kept_once_and_whole(player, now):
    kept = KeptAnswer.objects.create(caller=player, path="/p", key="k", body_digest="d", reserved_at=now)
    _refuses_another(kept)
    _refuses_another(kept, key="l", status=201)


def test_a_player_co_organises_once(competition, player, now):
    one = CoOrganiser.objects.create(competition=competition, player=player, since=now)
    _refuses_another(one, since=now + timedelta(hours=1))


def test_a_competition_closes_after_it_was_published(competition, now):
    """If it does not say when it opens."""
    hour = timedelta(hours=1)
    _refuses_change(competition, published_at=now + hour, closes_at=now + hour)
    assert Competition.objects.update(published_at=now + hour, closes_at=now + 2 * hour) == 1
