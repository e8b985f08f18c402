"""Every list, read page by page while rows come, change and go: each that is there throughout is met once."""

import itertools
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

import pytest

from competitions.api.openapi import document
from competitions.models import Delivery, Hook, Notice, RatedRound, RatingChange, Round
from competitions.proofs.history.append_leaves import append
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.rest import Client
from tests.jobs.work import do_all_due


class Moving:
    """A list with seven rows or more, and what happens to it between two pages.

    The path goes on with its query; rows are told apart by these of their fields.
    """

    def __init__(self, reader: Client, path: str, fields: str, *happens: Callable[[], object]) -> None:
        self.reader, self.path, self.happens = reader, path, happens
        self.key = itemgetter(*fields.split())

    def page(self, limit):
        return self.reader.request("GET", f"{self.path}limit={limit}")

    def all(self):
        page = self.page(200)
        assert page.status == 200, page.raw
        assert page.body["next"] is None
        return self.met([page.body])

    def met(self, pages):
        return [self.key(row) for page in pages for row in page["results"]]

    def pages(self, limit, way="next", page=None, *, still=False):
        """The pages from one on, the first by default; something happens after each."""
        happens = itertools.cycle(self.happens)
        page = page or self.page(limit).body
        while True:
            assert len(page["results"]) <= limit
            yield page
            if page[way] is None:
                return
            if not still:
                next(happens)()
            page = self.reader.follow(page[way]).body

    def met_once(self, pages, before):
        """No row is met twice, and each of these that is there still is met."""
        found = self.met(pages)
        assert [key for key in found if found.count(key) > 1] == []
        assert set(before) & set(self.all()) <= set(found)


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


def numbered(text):
    return map(text.format, itertools.count())


def contests(query, cast):
    """All made at the same moment, so that ids alone tell them apart."""
    owner = cast.owner
    made = sorted(owner.create(rounds=[golden_round()])["id"] for _ in range(7))
    for id in made:
        cast.reader.join({"id": id})
    return Moving(
        *(cast.reader, f"/competitions?{query}", "id"),
        lambda: owner.act({"id": made.pop()}, "close"),
        lambda: cast.reader.join(owner.create(rounds=[golden_round()])),
        lambda: owner.act({"id": made.pop(0)}, "cancel"),
        lambda: owner.change({"id": made[2]}, name="Another name"),
    )


def tokens(cast):
    reader, names = cast.reader, numbered("t{}")

    def add():
        return reader.post("/tokens", {"name": next(names), "scopes": ["read"]}).body["id"]

    made = sorted(add() for _ in range(7))
    return Moving(reader, "/tokens?", "id", lambda: reader.request("DELETE", f"/tokens/{made.pop()}"), add)


def organisers(cast):
    owner, names = cast.owner, numbered("Co {}")
    path = f"/competitions/{owner.create()['id']}/organisers"
    others = [cast.guest(next(names)) for _ in range(6)]

    def add(by, other, owner=False):
        cast.clock.forward(seconds=1)
        assert by.post(path, {"name": other.player["name"], "owner": owner}).status == 200

    for other in others:
        add(owner, other)
    fourth, first = others[4], others[1].player["id"]
    happens = [partial(add, owner, fourth, True), lambda: fourth.request("DELETE", f"{path}/{first}")]
    rows = Moving(cast.reader, f"{path}?", "player", *happens, lambda: add(fourth, cast.guest(next(names))))
    rows.key = lambda row: row["player"]["id"]
    return rows


def hooks(cast):
    owner, path = cast.owner, f"/competitions/{cast.owner.create()['id']}/webhooks"

    def add():
        made = owner.post(path, {"url": "https://club.example/hook", "events": ["result"]})
        assert made.status == 201, made.raw
        return made.body["id"]

    made = sorted(add() for _ in range(4))
    return Moving(owner, f"{path}?", "id", lambda: owner.request("DELETE", f"{path}/{made[0]}"), add)


def deliveries(cast):
    owner, path = cast.owner, f"/competitions/{cast.owner.create()['id']}/webhooks"
    hook = owner.post(path, {"url": "https://club.example/hook", "events": ["result"]}).body["id"]
    numbers, now = itertools.count(1), cast.clock.now

    def deliver():
        common = {"hook": Hook.objects.get(pk=hook), "body": "{}", "attempts": 1, "type": "result"}
        at = dict.fromkeys(("at", "tried_at", "accepted_at"), now)
        return Delivery.objects.create(**common, **at, number=next(numbers)).pk

    made = [deliver() for _ in range(7)]
    return Moving(
        *(owner, f"{path}/{hook}/deliveries?", "id"),
        lambda: Delivery.objects.filter(pk=made[5]).delete(),
        deliver,
        lambda: Delivery.objects.filter(pk=made[3]).update(attempts=2),
    )


def acts(cast):
    owner, event, names = cast.owner, cast.owner.create(), numbered("Name {}")

    def act():
        cast.clock.forward(seconds=1)
        assert owner.change(event, name=next(names)).status == 200

    for _ in range(7):
        act()
    return Moving(owner, f"/competitions/{event['id']}/audit?", "at", act)


def events(cast):
    owner, event, names = cast.owner, cast.owner.create(), numbered("Player {}")

    def play():
        player = cast.guest(next(names))
        entry = player.join(event).body["id"]
        assert player.submit(event, moves_scoring(20)).status == 201
        return entry

    rename = f"entries/{[play() for _ in range(5)][2]}/rename"
    renamed = partial(owner.act, event, rename, name="Otherwise", reason="so")
    return Moving(cast.reader, f"/competitions/{event['id']}/events?", "seq", play, renamed)


def circles(cast):
    reader, names = cast.reader, numbered("Circle {}")

    def make():
        return reader.post("/circles", {"name": next(names)}).body["id"]

    made = [make() for _ in range(7)]
    leave = partial(reader.request, "DELETE", f"/circles/{made[1]}")
    rename = partial(reader.patch, f"/circles/{made[2]}", {"name": "Another"})
    return Moving(reader, "/circles?", "id", leave, make, rename)


def badges(cast):
    owner, path = cast.owner, f"/competitions/{cast.owner.create()['id']}/badges"
    added = owner.post(path, {"names": [f"Badge {n}" for n in range(7)]}).body["results"]
    made = [each["id"] for each in added]
    return Moving(
        *(owner, f"{path}?", "id"),
        lambda: owner.request("DELETE", f"{path}/{made[5]}"),
        lambda: owner.post(path, {"names": ["One more"]}),
        lambda: owner.post(f"{path}/{made[3]}/renew", {}),
    )


def notices(cast):
    """All at the same moment, so that ids alone tell them apart."""
    event, reader, keys = cast.owner.create(), cast.reader, numbered("{}")
    of = {"type": "certified", "competition_id": event["id"], "player_id": reader.player["id"]}

    def tell():
        return Notice.objects.create(**of, key=next(keys), at=cast.clock.now).pk

    made = sorted(tell() for _ in range(7))
    read = partial(reader.post, "/notices/read", {"before": cast.clock.after()})
    return Moving(reader, "/notices?", "id", lambda: Notice.objects.filter(pk=made[1]).delete(), read, tell)


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
    path = f"/players/{reader.player['id']}/{beside}?"
    close = [lambda: (owner.act(event, "close"), do_all_due()), partial(play, late, 1)]
    return Moving(owner if against else reader, path, "competition round", *close)


def rating_changes(cast):
    owner, player, game = cast.owner, cast.reader.player["id"], "three-by-three"
    rounds = iter(Round.objects.filter(competition=owner.create(rounds=[golden_round()] * 20)["id"]))

    def rate():
        common = {"game_slug": game, "certified_at": cast.clock.now}
        rated = RatedRound.objects.create(round=next(rounds), due=False, **common)
        told = {"rank": 1, "field": 2, "rating": 1500, "deviation": 90, "change": 4, "rounds": 9}
        RatingChange.objects.create(rated_round=rated, player_id=player, **common, **told)
        return rated

    made = [rate() for _ in range(7)]
    return Moving(
        *(cast.reader, f"/players/{player}/ratings/{game}?", "round"),
        rate,
        lambda: RatingChange.objects.filter(rated_round=made[2]).delete(),
        lambda: RatingChange.objects.update(rating=1600),
    )


def leaves(cast):
    numbers = numbered("leaf {}")

    def add():
        append([next(numbers).encode()])

    for _ in range(7):
        add()
    return Moving(cast.reader, "/history/leaves?from=1&", "leaf", add)


def dumps(cast):
    months = (f"20{n * 7 % 25:02}-05" for n in itertools.count())

    def publish():
        month = cast.dumps / next(months)
        month.mkdir(exist_ok=True)
        (month / "README.md").touch()

    for _ in range(7):
        publish()
    withdraw = partial(shutil.rmtree, cast.dumps / "2007-05", ignore_errors=True)
    return Moving(cast.reader, "/dumps?", "month", publish, withdraw)


def games(cast):
    return Moving(cast.reader, "/games?", "slug", lambda: None)


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

OTHERWISE = {
    "get_standings": "its pages say that it has changed",
    "get_leaderboard": "in `test_ratings`",
    "get_series_standings": "certified contests alone move it",
    "list_series": "in `tests/series`",
}

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


@pytest.mark.extra
@pytest.mark.parametrize("limit", [1, 3])
@pytest.mark.parametrize("name", LISTS)
def test_what_is_there_throughout_is_met_once(name, limit, cast):
    moving = LISTS[name](cast)
    before = moving.all()
    assert len(before) > 3
    moving.met_once(itertools.islice(moving.pages(limit), 40), before)


@pytest.mark.extra
@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_in_pages_of_any_size_both_ways(name, cast):
    """While nothing happens; and backwards while something does."""
    moving = LISTS[name](cast)
    before = moving.all()
    for limit in (1, 2, 200):
        page = moving.page(limit).body
        assert len(page["results"]) == min(limit, len(before))
        assert page["next"] is None or f"limit={limit}" in page["next"]
    for limit in ("0", "201", "-1", "1.0", "+5", "05", "", "x", "\u0663", "9" * 30):
        moving.page(quote(limit)).refused_for("limit")
    if name == "list_events":
        return
    on = list(moving.pages(3, still=True))
    back = list(moving.pages(3, "previous", on[-1], still=True))
    assert on[0]["previous"] is None
    assert moving.met(on) == before
    assert [page["results"] for page in back] == [page["results"] for page in reversed(on)]
    if name not in CHANGE_PLACES:
        moving.met_once(itertools.islice(moving.pages(3, "previous", on[-1]), 60), before)
