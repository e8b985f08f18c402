"""Every list, read page by page while rows come, change and go: each that is there throughout is met once."""

import itertools
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest

from competitions.api.openapi import document
from competitions.models import Delivery, Hook, Notice, RatedRound, RatingChange, Round
from competitions.proofs.history.append_leaves import append
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client
from tests.jobs.work import do_all_due


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
    dumps: Path
    """Where the months lie that are published."""


@pytest.fixture
def cast(anyone, owner, rival, clock, settings, tmp_path):
    settings.DUMPS_DIR = tmp_path
    return Cast(owner, rival, anyone.guest, clock, tmp_path)


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


def circles(cast):
    reader, names = cast.reader, map("Circle {}".format, itertools.count())

    def make():
        return reader.post("/circles", {"name": next(names)}).body["id"]

    made = [make() for _ in range(7)]
    return Moving(
        reader,
        "/circles?",
        lambda row: row["id"],
        (
            lambda: reader.request("DELETE", f"/circles/{made[1]}"),
            make,
            lambda: reader.patch(f"/circles/{made[2]}", {"name": "Another"}),
        ),
    )


def badges(cast):
    owner = cast.owner
    path = f"/competitions/{owner.create()['id']}/badges"
    added = owner.post(path, {"names": [f"Badge {n}" for n in range(7)]}).body["results"]
    made = [each["id"] for each in added]
    return Moving(
        owner,
        f"{path}?",
        lambda row: row["id"],
        (
            lambda: owner.request("DELETE", f"{path}/{made[5]}"),
            lambda: owner.post(path, {"names": ["One more"]}),
            lambda: owner.post(f"{path}/{made[3]}/renew", {}),
        ),
    )


def notices(cast):
    """All at the same moment, so that ids alone tell them apart."""
    event, reader, keys = cast.owner.create(), cast.reader, map(str, itertools.count())
    of = {"type": "certified", "competition_id": event["id"], "player_id": reader.player["id"]}

    def tell():
        return Notice.objects.create(**of, key=next(keys), at=cast.clock.now).pk

    made = sorted(tell() for _ in range(7))
    return Moving(
        reader,
        "/notices?",
        lambda row: row["id"],
        (
            lambda: Notice.objects.filter(pk=made[1]).delete(),
            lambda: reader.post("/notices/read", {"before": cast.clock.after()}),
            tell,
        ),
    )


def results(cast, *, against=False):
    """The contest closes between two pages, and its results are filed."""
    owner, reader, other = cast.owner, cast.reader, cast.guest("Otto Other")
    event, late = owner.create(rounds=[golden_round()] * 7), owner.create()
    players = [reader, other] if against else [reader]

    def play(where, *numbers):
        for player in players:
            player.join(where)
            for number in numbers:
                cast.clock.forward(seconds=1)
                assert player.submit(where, moves_scoring(20), round=number).status == 201

    play(event, *range(1, 8))
    beside = f"versus/{other.player['id']}" if against else "results"
    return Moving(
        owner if against else reader,
        f"/players/{reader.player['id']}/{beside}?",
        lambda row: (row["competition"], row["round"]),
        (lambda: (owner.act(event, "close"), do_all_due()), partial(play, late, 1)),
    )


def rating_changes(cast):
    owner, reader = cast.owner, cast.reader
    rounds = iter(Round.objects.filter(competition=owner.create(rounds=[golden_round()] * 20)["id"]))

    def rate():
        rated = RatedRound.objects.create(
            round=next(rounds), game_slug="three-by-three", certified_at=cast.clock.now, due=False
        )
        told = {"rank": 1, "field": 2, "rating": 1500, "deviation": 90, "change": 4, "rounds": 9}
        of = {"player_id": reader.player["id"], "game_slug": rated.game_slug}
        RatingChange.objects.create(rated_round=rated, certified_at=rated.certified_at, **of, **told)
        return rated

    made = [rate() for _ in range(7)]
    return Moving(
        reader,
        f"/players/{reader.player['id']}/ratings/three-by-three?",
        lambda row: row["round"],
        (
            rate,
            lambda: RatingChange.objects.filter(rated_round=made[2]).delete(),
            lambda: RatingChange.objects.update(rating=1600),
        ),
    )


def leaves(cast):
    numbers = map("leaf {}".format, itertools.count())

    def add():
        append([next(numbers).encode()])

    for _ in range(7):
        add()
    return Moving(cast.reader, "/history/leaves?from=1&", lambda row: row["leaf"], (add,))


def dumps(cast):
    months = (f"20{n * 7 % 25:02}-05" for n in itertools.count())

    def publish():
        month = cast.dumps / next(months)
        month.mkdir(exist_ok=True)
        (month / "README.md").touch()

    for _ in range(7):
        publish()

    def withdraw():
        shutil.rmtree(cast.dumps / "2007-05", ignore_errors=True)

    return Moving(cast.reader, "/dumps?", lambda row: row["month"], (publish, withdraw))


def games(cast):
    return Moving(cast.reader, "/games?", lambda row: row["slug"], (lambda: None,))


LISTS = {
    "list_competitions": partial(contests, ""),
    "list_competitions in a state": partial(contests, "state=running&"),
    "list_competitions of a game": partial(contests, "game=three-by-three&"),
    "list_competitions of one's own": partial(contests, "mine=1&"),
    "list_tokens": tokens,
    "list_organisers": organisers,
    "list_webhooks": hooks,
    "list_deliveries": deliveries,
    "list_acts": acts,
    "list_events": events,
    "list_games": games,
    "list_circles": circles,
    "list_badges": badges,
    "list_notices": notices,
    "list_results": results,
    "compare_players": partial(results, against=True),
    "list_rating_changes": rating_changes,
    "list_leaves": leaves,
    "list_dumps": dumps,
}
"""Each begins with its operation."""

OTHERWISE = {"get_standings": "its pages say that it has changed", "get_leaderboard": "in `test_ratings`"}

MORE = ("list_competitions in", "list_competitions of", "compare_players")
EACH = {name: pytest.mark.extra if name.startswith(MORE) else () for name in LISTS}
"""All of them; those that are the list of contests or of results once more are for longer runs."""

CHANGE_PLACES = ("list_organisers", "list_dumps")
"""Short ones, whose cursors name all rows before a page."""


def test_no_list_is_left_out():
    asked = {
        operation["operationId"]: {each["name"] for each in operation.get("parameters", ())}
        for path in document()["paths"].values()
        for operation in path.values()
    }
    paged = {name for name, parameters in asked.items() if parameters & {"limit", "cursor", "after"}}
    assert {name.partition(" ")[0] for name in LISTS} | OTHERWISE.keys() == paged
    assert all("limit" in asked[name] for name in paged)


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


@pytest.mark.extra
@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("list_competitions", 1),
        *(pytest.param(name, 3, marks=more) for name, more in EACH.items()),
        *(pytest.param(name, 1, marks=pytest.mark.extra) for name in LISTS if name != "list_competitions"),
    ],
)
def test_what_is_there_throughout_is_met_once(name, limit, cast):
    moving = LISTS[name](cast)
    before = all_of(moving)
    assert len(before) > 3
    met_once(moving, itertools.islice(pages_of(moving, limit), 40), before)


@pytest.mark.extra
@pytest.mark.parametrize("name", [pytest.param(name, marks=more) for name, more in EACH.items()])
def test_a_list_is_read_in_pages_of_any_size_both_ways(name, cast):
    """While nothing happens; and backwards while something does."""
    moving = LISTS[name](cast)
    has_as_many_rows_as_are_asked_for_up_to_200(moving)
    if name == "list_events":
        return
    before = all_of(moving)
    on = list(pages_of(moving, 3, still=True))
    back = list(pages_of(moving, 3, "previous", on[-1], still=True))
    assert on[0]["previous"] is None
    assert met(moving, on) == before
    assert [page["results"] for page in back] == [page["results"] for page in reversed(on)]
    if name not in CHANGE_PLACES:
        met_once(moving, itertools.islice(pages_of(moving, 3, "previous", on[-1]), 60), before)


def has_as_many_rows_as_are_asked_for_up_to_200(moving):
    rows = len(all_of(moving))
    for limit in (1, 2, 200):
        page = moving.reader.request("GET", f"{moving.path}limit={limit}").body
        assert len(page["results"]) == min(limit, rows)
        assert page["next"] is None or f"limit={limit}" in page["next"]
    for limit in ("0", "201", "-1", "1.0", "+5", "05", "", "x", "\u0663", "9" * 30):
        moving.reader.request("GET", f"{moving.path}limit={quote(limit)}").refused_for("limit")
