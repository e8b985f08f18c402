"""Every list, read page by page while rows come, change and go: each that is there throughout is met once."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

import pytest

from competitions.models import Delivery, Hook
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client


@dataclass
class Moving:
    """A list with seven rows or more, and what happens to it between two pages."""

    reader: Client
    path: str
    """Up to where the query goes on."""
    key: Callable[[dict], object]
    happens: tuple[Callable[[], object], ...]


@dataclass
class Cast:
    owner: Client
    reader: Client
    guest: Callable[[str], Client]
    clock: object


@pytest.fixture
def cast(anyone, owner, rival, clock):
    return Cast(owner, rival, anyone.guest, clock)


def contests(query, cast):
    """All made at the same moment, so that ids alone tell them apart."""
    owner = cast.owner
    made = sorted(owner.create(rounds=[golden_round()])["id"] for _ in range(7))
    for id in made:
        cast.reader.join({"id": id})
    return Moving(
        cast.reader,
        f"/competitions?{query}",
        lambda row: row["id"],
        (
            lambda: owner.act({"id": made.pop()}, "close"),
            lambda: cast.reader.join(owner.create(rounds=[golden_round()])),
            lambda: owner.act({"id": made.pop(0)}, "cancel"),
            lambda: owner.change({"id": made[2]}, name="Another name"),
        ),
    )


def tokens(cast):
    reader = cast.reader
    made = sorted(reader.post("/tokens", {"name": f"t{n}", "scopes": ["read"]}).body["id"] for n in range(7))
    return Moving(
        reader,
        "/tokens?",
        lambda row: row["id"],
        (
            lambda: reader.request("DELETE", f"/tokens/{made.pop()}"),
            lambda: reader.post("/tokens", {"name": "new", "scopes": ["read"]}),
        ),
    )


def organisers(cast):
    owner, event = cast.owner, cast.owner.create()
    others = [cast.guest(f"Co {n}") for n in range(6)]
    path = f"/competitions/{event['id']}/organisers"
    for other in others:
        cast.clock.forward(seconds=1)
        assert owner.post(path, {"name": other.player["name"], "owner": False}).status == 200
    new = cast.guest("Nina New")
    return Moving(
        cast.reader,
        f"{path}?",
        lambda row: row["player"]["id"],
        (
            lambda: owner.post(path, {"name": others[4].player["name"], "owner": True}),
            lambda: others[4].request("DELETE", f"{path}/{others[1].player['id']}"),
            lambda: others[4].post(path, {"name": new.player["name"], "owner": False}),
        ),
    )


def hooks(cast):
    owner, event = cast.owner, cast.owner.create()
    path = f"/competitions/{event['id']}/webhooks"

    def add():
        made = owner.post(path, {"url": "https://club.example/hook", "events": ["result"]})
        assert made.status == 201, made.raw
        return made.body["id"]

    made = sorted(add() for _ in range(4))
    return Moving(
        owner, f"{path}?", lambda row: row["id"], (lambda: owner.request("DELETE", f"{path}/{made[0]}"), add)
    )


def deliveries(cast):
    owner, event = cast.owner, cast.owner.create()
    path = f"/competitions/{event['id']}/webhooks"
    hook = owner.post(path, {"url": "https://club.example/hook", "events": ["result"]}).body["id"]
    numbers = itertools.count(1)

    def deliver():
        common = {"hook": Hook.objects.get(pk=hook), "body": "{}", "at": cast.clock.now, "attempts": 1}
        at = {"tried_at": cast.clock.now, "accepted_at": cast.clock.now}
        return Delivery.objects.create(**common, **at, number=next(numbers), type="result").pk

    made = [deliver() for _ in range(7)]
    return Moving(
        owner,
        f"{path}/{hook}/deliveries?",
        lambda row: row["id"],
        (
            lambda: Delivery.objects.filter(pk=made[5]).delete(),
            deliver,
            lambda: Delivery.objects.filter(pk=made[3]).update(attempts=2),
        ),
    )


def acts(cast):
    owner, event = cast.owner, cast.owner.create()
    names = map("Name {}".format, itertools.count())

    def act():
        cast.clock.forward(seconds=1)
        assert owner.change(event, name=next(names)).status == 200

    for _ in range(7):
        act()
    return Moving(owner, f"/competitions/{event['id']}/audit?", lambda row: row["at"], (act,))


def events(cast):
    owner, event = cast.owner, cast.owner.create()
    names = map("Player {}".format, itertools.count())

    def play():
        player = cast.guest(next(names))
        entry = player.join(event).body["id"]
        assert player.submit(event, moves_scoring(20)).status == 201
        return entry

    entry = [play() for _ in range(5)][2]
    return Moving(
        cast.reader,
        f"/competitions/{event['id']}/events?",
        lambda row: row["seq"],
        (play, lambda: owner.act(event, f"entries/{entry}/rename", name="Otherwise", reason="so")),
    )


def games(cast):
    return Moving(cast.reader, "/games?", lambda row: row["slug"], (lambda: None,))


LISTS = {
    "contests": partial(contests, ""),
    "contests in a state": partial(contests, "state=running&"),
    "contests of a game": partial(contests, "game=three-by-three&"),
    "one's own contests": partial(contests, "mine=1&"),
    "tokens": tokens,
    "organisers": organisers,
    "webhooks": hooks,
    "deliveries": deliveries,
    "acts": acts,
    "events": events,
    "games": games,
}

EACH = {name: pytest.mark.extra if name.startswith("contests ") else () for name in LISTS}
"""All of them; those that are the list of contests once more, with a filter, are for longer runs."""


def all_of(moving):
    page = moving.reader.request("GET", f"{moving.path}limit=200")
    assert page.status == 200, page.raw
    assert page.body["next"] is None
    return list(map(moving.key, page.body["results"]))


def pages_of(moving, limit, way="next", page=None, *, still=False):
    """The pages from one on, the first by default; something happens after each."""
    happens = itertools.cycle(moving.happens)
    page = page or moving.reader.request("GET", f"{moving.path}limit={limit}").body
    while True:
        assert len(page["results"]) <= limit
        yield page
        if page[way] is None:
            return
        if not still:
            next(happens)()
        page = moving.reader.follow(page[way]).body


def met(moving, pages):
    return [moving.key(row) for page in pages for row in page["results"]]


def met_once(moving, pages, before):
    """No row is met twice, and each of these that is there still is met."""
    found = met(moving, pages)
    assert [key for key in found if found.count(key) > 1] == []
    assert set(before) & set(all_of(moving)) <= set(found)


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("contests", 1),
        *(pytest.param(name, 3, marks=more) for name, more in EACH.items()),
        *(pytest.param(name, 1, marks=pytest.mark.extra) for name in LISTS if name != "contests"),
    ],
)
def test_what_is_there_throughout_is_met_once(name, limit, cast):
    moving = LISTS[name](cast)
    before = all_of(moving)
    assert len(before) > 3
    met_once(moving, itertools.islice(pages_of(moving, limit), 40), before)


@pytest.mark.parametrize("name", [pytest.param(name, marks=more) for name, more in EACH.items()])
def test_a_list_is_read_in_pages_of_any_size_both_ways(name, cast):
    """While nothing happens; and backwards while something does."""
    moving = LISTS[name](cast)
    has_as_many_rows_as_are_asked_for_up_to_200(moving)
    if name == "events":
        return
    before = all_of(moving)
    on = list(pages_of(moving, 3, still=True))
    back = list(pages_of(moving, 3, "previous", on[-1], still=True))
    assert on[0]["previous"] is None
    assert met(moving, on) == before
    assert [page["results"] for page in back] == [page["results"] for page in reversed(on)]
    if name != "organisers":
        met_once(moving, itertools.islice(pages_of(moving, 3, "previous", on[-1]), 60), before)


def has_as_many_rows_as_are_asked_for_up_to_200(moving):
    rows = len(all_of(moving))
    for limit in (1, 2, 200):
        page = moving.reader.request("GET", f"{moving.path}limit={limit}").body
        assert len(page["results"]) == min(limit, rows)
        assert page["next"] is None or f"limit={limit}" in page["next"]
    for limit in ("0", "201", "-1", "1.0", "+5", "05", "", "x", "\u0663", "9" * 30):
        moving.reader.request("GET", f"{moving.path}limit={quote(limit)}").refused_for("limit")
