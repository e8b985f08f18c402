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


def leaves_read(anyone, **query):
    """The leaves, as strangers read them, all pages."""
    page = anyone.get("/history/leaves", **query).body
    found = page["results"]
    while page["next"] is not None:
        page = anyone.follow(page["next"]).body
        found += page["results"]
    return found


def data(leaf):
    return base64.b64decode(leaf["data"])


def text_of(leaf):
    return json.loads(data(leaf))


def in_bytes(*texts):
    return [bytes.fromhex(each) for each in texts]


def inclusion(anyone, log):
    return anyone.get(f"/logs/{log}/receipt").body["inclusion"]


@pytest.fixture
def certified(owner, rival, stranger, clock):
    """Makes a contest in which the rival, or more players, has these results, and certifies it."""

    def certified(*scores, players=(rival,), **settings):
        event = owner.create(**settings)
        for player in players:
            player.join(event, **({"invite": event["invite"]} if "invite" in event else {}))
            logs = [player.submit(event, moves_scoring(score)).body["id"] for score in scores or (20,)]
        clock.forward(minutes=1)
        owner.act(event, "close")
        assert owner.act(event, "certify").status == 200
        return event, *logs

    return certified


def append_what_happened(event, clock, after=0):
    append_published(event["id"], rows_between(event["id"], after, 99), clock.now)


def test_what_is_public_is_in_plain_text_and_nothing_else_is(anyone, owner, follow, certified):
    public, _ = certified()
    for settings in ({"access": "invite"}, {"access": "unlisted"}, {"draft": True}):
        owner.create(**settings)
    follow()
    texts = [text_of(leaf) for leaf in leaves_read(anyone)]
    [round] = public["rounds"]
    assert [each for each in texts if "competition" in each] == [
        {"type": "commitment", "competition": public["id"], "round": 1}
        | {name: round[name] for name in ("game", "rules", "commitment")}
    ]
    rest = [each for each in texts if "competition" not in each]
    assert sorted(each["type"] for each in rest) == ["commitment", "commitment", "result"]
    assert all(set(each) == {"type", "hash"} for each in rest)


def test_a_commitment_that_would_give_its_seed_away_comes_when_the_round_opens(anyone, owner, clock, follow):
    owner.create(rounds=[golden_round()], opens_at=clock.after(hours=1))
    follow()
    assert leaves_read(anyone) == []
    clock.forward(hours=1)
    record_all_due(clock.now)
    follow()
    assert [text_of(leaf)["type"] for leaf in leaves_read(anyone)] == ["commitment"]


@pytest.mark.extra
def test_a_receipt_of_a_certified_round_proves_that_it_is_in_the_history(anyone, follow, certified):
    _, log = certified()
    assert inclusion(anyone, log) is None, "nothing is appended yet"
    follow()
    certified(15)
    follow()
    signed = json.loads(anyone.get(f"/logs/{log}/receipt").raw)
    keys = keys_in(anyone.get("/keys").raw.decode())
    assert signed["inclusion"]["size"] == size_now() == 4
    assert check_receipt(signed, keys).fault is None
    head = anyone.get("/history/checkpoint").body
    assert checkpoint_fault(head, keys) is None
    leaves = leaves_read(anyone)
    assert signed["inclusion"]["root"] == head["root"] == plain.root([*map(data, leaves)]).hex()
    assert [each["leaf"] for each in leaves] == [0, 1, 2, 3]
    assert all(leaf_hash(data(each)).hex() == each["hash"] for each in leaves)


def test_of_a_game_that_does_not_count_there_is_no_leaf(anyone, follow, certified):
    _, *logs = certified(15, 20, attempts=2)
    follow()
    assert [inclusion(anyone, log) is not None for log in logs] == [True, False]


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
            sizes = {"old": old["size"], "new": new["size"]}
            proof = anyone.get("/history/consistency", **sizes).body["proof"]
            roots = in_bytes(old["root"], new["root"])
            assert proves_consistency(*sizes.values(), *roots, in_bytes(*proof))
    for leaf in leaves_read(anyone, limit=4, **{"from": 2}):
        answer = anyone.get("/history/inclusion", leaf=leaf["leaf"], size=8)
        if leaf["leaf"] == 8:
            assert answer.outcome == (422, "invalid")
            continue
        digest, root = in_bytes(leaf["hash"], heads[7]["root"])
        assert proves_inclusion(digest, leaf["leaf"], 8, in_bytes(*answer.body["proof"]), root)


def test_a_proof_is_read_in_two_queries_however_long_the_history_is(
    anyone, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr(append_leaves, "AT_A_TIME", 7)
    leaves = [b"%d" % number for number in range(300)]
    append_leaves.append(leaves)
    assert anyone.get("/history/checkpoint").body["root"] == plain.root(leaves).hex()
    for path in ("/history/inclusion?leaf=123&size=299", "/history/consistency?old=77&new=300"):
        with django_assert_max_num_queries(3):
            answer = anyone.get(path)
        assert answer.status == 200
        assert len(answer.body["proof"]) < 12


def test_the_empty_history_has_a_head_and_no_other_proof(anyone):
    head = anyone.get("/history/checkpoint").body
    assert (head["size"], head["root"]) == (0, plain.root([]).hex())
    assert head["key"] == site_key().id
    assert anyone.get("/history/consistency", old=0, new=0).body["proof"] == []
    for path, field in (
        ("inclusion?leaf=0&size=1", "size"),
        ("inclusion?leaf=0&size=0", "leaf"),
        ("inclusion?leaf=x&size=0", "leaf"),
        ("inclusion?size=0", "leaf"),
        ("inclusion?leaf=-1&size=0", "leaf"),
        ("consistency?old=0&new=1", "new"),
        ("consistency?old=1&new=0", "old"),
        ("consistency?old=0&new=9999999999999999999", "new"),
        ("leaves?from=x", "from"),
    ):
        answer = anyone.get(f"/history/{path}")
        assert answer.outcome == (422, "invalid"), path
        assert field in answer.body["errors"], path


# How leaves are appended


def test_nothing_is_appended_twice(follow, certified):
    certified()
    follow()
    before = list(Leaf.objects.values())
    follow()
    assert list(Leaf.objects.values()) == before
    assert len(before) == 2


def test_a_worker_that_dies_halfway_is_followed_by_one_that_goes_on(follow, certified, monkeypatch):
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


def test_a_job_appends_results_a_stretch_at_a_time_and_begins_again_where_they_changed(
    certified, rival, stranger, clock, monkeypatch
):
    monkeypatch.setattr(append_leaves, "AT_A_TIME", 1)
    event, _ = certified(players=(rival, stranger))
    append_what_happened(event, clock)
    assert size_now() == 1, "the follower has appended the commitment"
    before = append_leaves.ROUNDS.lease(clock.now)
    append_what_happened(event, clock)
    append_leaves.append_some(before)
    again = CertifiedRound.objects.get()
    assert (again.due, again.up_to) == (True, 0)
    for _ in range(2):
        assert not append_leaves.append_due(end=0)
    assert append_leaves.append_due()
    assert (size_now(), CertifiedRound.objects.get().due) == (3, False)


def test_a_ban_after_the_certifying_is_a_new_leaf_beside_the_old_one(anyone, owner, clock, follow, certified):
    event, log = certified()
    follow()
    entry = owner.standings(event)["results"][0]["entry"]
    before, events = anyone.get(f"/logs/{log}/receipt").body, Competition.objects.get().events
    with transaction.atomic():
        held, entrant = hold(event["id"]), Entry.objects.get(pk=entry)
        entrant.disqualified_at, entrant.banned = clock.now, True
        entrant.save()
        record_act(held, entry=entrant, act="disqualify", reason="A ban.", at=clock.now, entries=[entrant])
    assert inclusion(anyone, log) is None
    append_what_happened(event, clock, after=events)
    assert append_leaves.append_due()
    after = anyone.get(f"/logs/{log}/receipt").body
    assert (before["receipt"]["place"], after["receipt"]["place"]) == (1, None)
    assert (before["inclusion"]["leaf"], after["inclusion"]["leaf"]) == (1, 2)


def test_the_history_has_no_names_and_does_not_change_with_them(anyone, follow, certified, rival):
    _, log = certified()
    follow()
    before = inclusion(anyone, log)
    assert rival.patch("/me", {"name": "Another"}).status == 200
    assert inclusion(anyone, log) == before
    texts = json.dumps([text_of(each) for each in leaves_read(anyone)])
    assert not any(name in texts for name in Player.objects.values_list("name", flat=True))


def leaf(number, before, data):
    return Leaf(number=number, before_id=before, data=data, digest=leaf_hash(data), subtrees=leaf_hash(data))


def test_the_database_stores_no_gap_and_nothing_twice_and_deletes_none_but_the_last(transactional_db):
    append_leaves.append([b"first"])
    for wrong in (
        (2, 1, b"a gap"),
        (1, None, b"without the one before"),
        (1, 0, b"first"),
        (0, None, b"twice"),
        (2, 0, b"x"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            leaf(*wrong).save(force_insert=True)
    append_leaves.append([b"second"])
    with pytest.raises(ProtectedError):
        Leaf.objects.get(number=0).delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{Leaf._meta.db_table}" WHERE number = 0')
