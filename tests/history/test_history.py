"""The history as the service keeps it and tells it: what is in it, once and in order, and what it proves."""

import base64
import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from competitions.ledger.acts import record_act
from competitions.ledger.event_rows import rows_between
from competitions.ledger.ledger import hold
from competitions.ledger.states import record_all_due
from competitions.models import CertifiedRound, Competition, Entry, Leaf, Player
from competitions.proofs.history import append_leaves
from competitions.proofs.history.follower import append_published
from competitions.proofs.history.stored_merkle import size_now
from competitions.proofs.receipts.keys import site_key
from evendeal.proofs import leaf_hash, proves_consistency, proves_inclusion
from evendeal.receipts import check_receipt, keys_in
from evendeal.witnessing import checkpoint_fault
from tests.clients.contests import golden_round, moves_scoring

from . import plain

pytestmark = pytest.mark.django_db


def leaves_told(anyone, **query):
    """The leaves, as strangers read them, all pages."""
    page = anyone.get("/history/leaves", **query).body
    found = page["results"]
    while page["next"] is not None:
        page = anyone.follow(page["next"]).body
        found += page["results"]
    return found


def said(leaf):
    return json.loads(base64.b64decode(leaf["data"]))


@pytest.fixture
def certified(owner, rival, clock):
    """Makes a contest in which the rival has a result, and certifies it."""

    def certified(score=20, **settings):
        event = owner.create(**settings)
        more = {"invite": event["invite"]} if "invite" in event else {}
        rival.join(event, **more)
        log = rival.submit(event, moves_scoring(score)).body["id"]
        clock.forward(minutes=1)
        owner.act(event, "close")
        assert owner.act(event, "certify").status == 200
        return event, log

    return certified


def test_what_is_public_is_told_in_words_and_nothing_else_is(anyone, owner, follow, certified):
    public, _ = certified()
    owner.create(access="invite")
    owner.create(access="unlisted")
    owner.create(draft=True)
    follow()
    told = [said(leaf) for leaf in leaves_told(anyone)]
    in_words = [each for each in told if "competition" in each]
    assert in_words == [
        {
            "type": "commitment",
            "competition": public["id"],
            "round": 1,
            "game": public["rounds"][0]["game"],
            "rules": public["rounds"][0]["rules"],
            "commitment": public["rounds"][0]["commitment"],
        }
    ]
    rest = [each for each in told if "competition" not in each]
    assert sorted(each["type"] for each in rest) == ["commitment", "commitment", "result"]
    assert all(set(each) == {"type", "hash"} for each in rest)


def test_a_commitment_that_would_give_its_seed_away_comes_when_the_round_opens(anyone, owner, clock, follow):
    owner.create(rounds=[golden_round()], opens_at=clock.after(hours=1))
    follow()
    assert leaves_told(anyone) == []
    clock.forward(hours=1)
    record_all_due(clock.now)
    follow()
    assert [said(leaf)["type"] for leaf in leaves_told(anyone)] == ["commitment"]


@pytest.mark.extra
def test_a_receipt_of_a_certified_round_proves_that_it_is_in_the_history(anyone, follow, certified):
    _, log = certified()
    assert anyone.get(f"/logs/{log}/receipt").body["inclusion"] is None, "nobody has told the history yet"
    follow()
    certified(15)
    follow()
    signed = json.loads(anyone.get(f"/logs/{log}/receipt").raw)
    keys = keys_in(anyone.get("/keys").raw.decode())
    assert signed["inclusion"]["size"] == size_now() == 4
    assert check_receipt(signed, keys).fault is None
    head = anyone.get("/history/checkpoint").body
    assert checkpoint_fault(head, keys) is None
    assert signed["inclusion"]["root"] == head["root"]
    told = leaves_told(anyone)
    assert plain.root([base64.b64decode(each["data"]) for each in told]).hex() == head["root"]
    assert [each["leaf"] for each in told] == [0, 1, 2, 3]
    assert all(leaf_hash(base64.b64decode(each["data"])).hex() == each["hash"] for each in told)


def test_of_a_game_that_does_not_count_there_is_no_leaf(anyone, owner, rival, clock, follow):
    event = owner.create_for(rival, attempts=2)
    logs = [rival.submit(event, moves_scoring(score)).body["id"] for score in (15, 20)]
    clock.forward(minutes=1)
    for act in ("close", "certify"):
        owner.act(event, act)
    follow()
    proofs = [anyone.get(f"/logs/{log}/receipt").body["inclusion"] for log in logs]
    assert [each is not None for each in proofs] == [True, False]


@pytest.mark.extra
def test_every_head_proves_every_one_before_it(anyone, owner, follow):
    heads = []
    for _ in range(9):
        owner.create()
        follow()
        heads.append(anyone.get("/history/checkpoint").body)
    assert [each["size"] for each in heads] == [*range(1, 10)]
    for new in heads:
        for old in heads[: new["size"]]:
            proof = anyone.get("/history/consistency", old=old["size"], new=new["size"]).body["proof"]
            assert proves_consistency(
                old["size"],
                new["size"],
                *(bytes.fromhex(each["root"]) for each in (old, new)),
                [bytes.fromhex(each) for each in proof],
            )
    for leaf in leaves_told(anyone, limit=4, **{"from": 2}):
        told = anyone.get("/history/inclusion", leaf=leaf["leaf"], size=8)
        if leaf["leaf"] == 8:
            assert told.outcome == (422, "invalid")
            continue
        assert proves_inclusion(
            bytes.fromhex(leaf["hash"]),
            leaf["leaf"],
            8,
            [bytes.fromhex(each) for each in told.body["proof"]],
            bytes.fromhex(heads[7]["root"]),
        )


def test_a_proof_is_read_in_two_queries_however_long_the_history_is(
    anyone, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr(append_leaves, "AT_A_TIME", 7)
    append_leaves.append([b"%d" % number for number in range(300)])
    leaves = [b"%d" % number for number in range(300)]
    head = anyone.get("/history/checkpoint").body
    assert head["root"] == plain.root(leaves).hex()
    for path in ("/history/inclusion?leaf=123&size=299", "/history/consistency?old=77&new=300"):
        with django_assert_max_num_queries(3):
            answer = anyone.get(path)
        assert answer.status == 200
        assert len(answer.body["proof"]) < 12


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("inclusion?leaf=0&size=1", "size"),
        ("inclusion?leaf=0&size=0", "leaf"),
        ("inclusion?leaf=x&size=0", "leaf"),
        ("inclusion?size=0", "leaf"),
        ("inclusion?leaf=-1&size=0", "leaf"),
        ("consistency?old=0&new=1", "new"),
        ("consistency?old=1&new=0", "old"),
        ("consistency?old=0&new=9999999999999999999", "new"),
        ("leaves?from=x", "from"),
    ],
)
def test_what_there_is_no_proof_of_is_refused(anyone, path, field):
    answer = anyone.get(f"/history/{path}")
    assert answer.outcome == (422, "invalid")
    assert field in answer.body["errors"]


def test_the_empty_history_has_a_head_too(anyone):
    head = anyone.get("/history/checkpoint").body
    assert (head["size"], head["root"]) == (0, plain.root([]).hex())
    assert head["key"] == site_key().id
    assert anyone.get("/history/consistency", old=0, new=0).body["proof"] == []


# What holds it


def test_what_was_told_twice_is_there_once(follow, certified):
    certified()
    follow()
    before = list(Leaf.objects.values())
    follow()
    assert list(Leaf.objects.values()) == before
    assert len(before) == 2


def test_whoever_dies_halfway_is_followed_by_one_who_goes_on(follow, certified, owner, monkeypatch):
    monkeypatch.setattr(append_leaves, "AT_A_TIME", 1)
    certified(rounds=[golden_round(), golden_round(n=1), golden_round(n=2)])
    append, times = append_leaves.append_batch, iter(range(2))

    def dying(leaves):
        if next(times, None) is None:
            raise KeyboardInterrupt
        append(leaves)

    monkeypatch.setattr(append_leaves, "append_batch", dying)
    with pytest.raises(KeyboardInterrupt):
        follow()
    assert size_now() == 2
    monkeypatch.setattr(append_leaves, "append_batch", append)
    follow()
    leaves = [bytes(each) for each in Leaf.objects.values_list("data", flat=True)]
    assert len(leaves) == len(set(leaves)) == 4


def test_a_job_appends_results_a_stretch_at_a_time_and_goes_on_where_it_stopped(
    owner, rival, stranger, clock, monkeypatch
):
    monkeypatch.setattr(append_leaves, "AT_A_TIME", 1)
    event = owner.create()
    for player in (rival, stranger):
        player.join(event)
        player.submit(event, moves_scoring(20))
    clock.forward(minutes=1)
    for act in ("close", "certify"):
        owner.act(event, act)
    append_published(event["id"], rows_between(event["id"], 0, 99), clock.now)
    assert size_now() == 1, "the follower has appended the commitment"
    assert not append_leaves.append_due(end=0)
    assert size_now() == 2
    assert not append_leaves.append_due(end=0)
    assert append_leaves.append_due()
    assert (size_now(), CertifiedRound.objects.get().due) == (3, False)


def test_results_that_changed_while_they_were_appended_are_appended_anew(certified, clock):
    event, _ = certified()
    append_published(event["id"], rows_between(event["id"], 0, 99), clock.now)
    before = CertifiedRound.objects.select_related("round").get()
    append_published(event["id"], rows_between(event["id"], 0, 99), clock.now)
    append_leaves.append_some(before)
    again = CertifiedRound.objects.get()
    assert (again.due, again.up_to) == (True, 0)
    assert append_leaves.append_due()
    assert not CertifiedRound.objects.get().due


def test_a_ban_after_the_certifying_is_a_new_leaf_beside_the_old_one(
    anyone, owner, rival, clock, follow, certified
):
    event, log = certified()
    follow()
    entry = owner.standings(event)["results"][0]["entry"]
    place, told = anyone.get(f"/logs/{log}/receipt").body, Competition.objects.get().events
    with transaction.atomic():
        held, entrant = hold(event["id"]), Entry.objects.get(pk=entry)
        entrant.disqualified_at, entrant.banned = clock.now, True
        entrant.save()
        record_act(held, entry=entrant, act="disqualify", reason="A ban.", at=clock.now, entries=[entrant])
    assert anyone.get(f"/logs/{log}/receipt").body["inclusion"] is None
    append_published(event["id"], rows_between(event["id"], told, told + 1), clock.now)
    assert append_leaves.append_due()
    after = anyone.get(f"/logs/{log}/receipt").body
    assert (place["receipt"]["place"], after["receipt"]["place"]) == (1, None)
    assert (place["inclusion"]["leaf"], after["inclusion"]["leaf"]) == (1, 2)


def test_whatever_players_are_called_later_the_history_says_the_same(anyone, follow, certified, rival):
    _, log = certified()
    follow()
    signed = anyone.get(f"/logs/{log}/receipt").body
    assert rival.patch("/me", {"name": "Another"}).status == 200
    assert anyone.get(f"/logs/{log}/receipt").body["inclusion"] == signed["inclusion"]
    told = json.dumps([said(each) for each in leaves_told(anyone)])
    for name in Player.objects.values_list("name", flat=True):
        assert name not in told


def leaf(number, before, data):
    return Leaf(number=number, before_id=before, data=data, digest=leaf_hash(data), subtrees=leaf_hash(data))


@pytest.mark.parametrize(
    "wrong",
    [
        (2, 1, b"a gap"),
        (1, None, b"without the one before"),
        (1, 0, b"first"),
        (0, None, b"twice"),
        (2, 0, b"x"),
    ],
)
def test_the_database_stores_no_gap_and_nothing_twice(wrong, transactional_db):
    leaf(0, None, b"first").save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        leaf(*wrong).save(force_insert=True)


def test_none_but_the_last_can_be_deleted(transactional_db):
    append_leaves.append([b"a", b"b"])
    with pytest.raises(ProtectedError):
        Leaf.objects.get(number=0).delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{Leaf._meta.db_table}" WHERE number = 0')
