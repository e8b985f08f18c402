"""`Client` and `AsyncClient` over a transport in memory: both carry out the same conversations."""

import inspect
from collections.abc import Callable

import httpx
import pytest

from evendeal import AsyncClient, AsyncTable, Client, Table, UnknownFields, Unreachable
from evendeal import calls as every_call
from evendeal.errors import NotFound

PAGES = {
    "": {
        "next": "https://behind.example/api/v1/competitions?cursor=2",
        "results": [{"id": "a"}, {"id": "b"}],
    },
    "2": {"next": None, "results": [{"id": "c"}]},
}
EVENTS = {
    "": {"next": "http://site?after=2", "results": [{"seq": 1}, {"seq": 2}], "cursor": "2"},
    "2": {"next": None, "results": [{"seq": 3}], "cursor": "3"},
}
NDJSON = b'{"id": "x"}\n{"id": "y"}\n'


def service(request: httpx.Request) -> httpx.Response:
    match request.url.path:
        case "/api/v1/competitions":
            return httpx.Response(200, json=PAGES[request.url.params.get("cursor", "")])
        case "/api/v1/competitions/c/events":
            return httpx.Response(200, json=EVENTS[request.url.params.get("after", "")])
        case "/api/v1/competitions/c/logs.ndjson":
            return httpx.Response(200, content=NDJSON)
        case "/api/v1/me":
            return httpx.Response(200, json={"headers": dict(request.headers)})
        case "/api/v1/challenges":
            return httpx.Response(201, json={"id": "c", "warnings": [{"field": "x", "message": "So."}]})
        case "/api/v1/guests":
            raise httpx.ReadTimeout("too slow")
    return httpx.Response(404, json={"code": "not_found", "detail": "Nothing."})


def client(handler: Callable[[httpx.Request], httpx.Response] = service) -> Client:
    return Client("http://site/", "secret", patience_s=0, transport=httpx.MockTransport(handler))


def async_client() -> AsyncClient:
    return AsyncClient("http://site", "secret", patience_s=0, transport=httpx.MockTransport(service))


def test_a_list_goes_over_all_pages_of_this_site() -> None:
    with client() as known:
        assert [each["id"] for each in known.competitions()] == ["a", "b", "c"]
        assert [each["seq"] for each in known.events("c")] == [1, 2, 3]
        assert [each["seq"] for each in known.events("c", after="2")] == [3]


def test_logs_come_line_by_line_and_as_they_are() -> None:
    with client() as known:
        assert [log["id"] for log in known.logs("c")] == ["x", "y"]
        assert b"".join(known.logs_ndjson("c")) == NDJSON


async def test_both_take_the_table_of_all_rounds_or_of_one() -> None:
    def table(request: httpx.Request) -> httpx.Response:
        assert request.url.path == "/api/v1/competitions/c/standings.csv"
        return httpx.Response(200, content=request.url.query)

    with client(table) as known:
        assert b"".join(known.standings_csv("c")) == b""
        assert b"".join(known.standings_csv("c", round=2)) == b"round=2"
    async with AsyncClient("http://site", "secret", transport=httpx.MockTransport(table)) as other:
        assert [piece async for piece in other.standings_csv("c", round=2)] == [b"round=2"]


def test_a_token_goes_along_and_can_be_changed() -> None:
    with client() as known:
        known.token = "other"
        assert known.me()["headers"]["authorization"] == "Bearer other"  # type: ignore[typeddict-item]


def test_what_fails_is_raised() -> None:
    with client() as known:
        with pytest.raises(NotFound):
            known.log("x")
        with pytest.raises(Unreachable, match="too slow"):
            known.guest("Ada")


async def test_the_async_client_does_the_same() -> None:
    async with async_client() as known:
        assert [each["id"] async for each in known.competitions()] == ["a", "b", "c"]
        assert [each["seq"] async for each in known.events("c")] == [1, 2, 3]
        assert [log["id"] async for log in known.logs("c")] == ["x", "y"]
        assert (await known.me())["headers"]["authorization"] == "Bearer secret"  # type: ignore[typeddict-item]
        with pytest.raises(NotFound):
            await known.log("x")
        with pytest.raises(Unreachable, match="too slow"):
            await known.guest("Ada")


def moving() -> Callable[[httpx.Request], httpx.Response]:
    """A service whose standings move between two pages the first time that they are read."""
    pages = iter(
        [
            {"next": "http://site?cursor=2", "changed": False, "results": [{"entry": "a"}]},
            {"next": None, "changed": True, "results": [{"entry": "a"}]},
            {"next": "http://site?cursor=2", "changed": False, "results": [{"entry": "b"}]},
            {"next": None, "changed": False, "results": [{"entry": "a"}]},
        ]
    )
    return lambda request: httpx.Response(200, json=next(pages))


async def test_both_read_the_standings_as_they_stood_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evendeal.boards.PAUSE_S", 0.0)
    with client(moving()) as known:
        assert [row["entry"] for row in known.rows("c")] == ["b", "a"]
    async with AsyncClient("http://site", transport=httpx.MockTransport(moving())) as also_known:
        assert [row["entry"] async for row in also_known.rows("c")] == ["b", "a"]


async def test_unknown_fields_are_raised_by_both_unless_they_are_told_not_to() -> None:
    transport = httpx.MockTransport(service)
    with client() as known, pytest.raises(UnknownFields, match="x: So"):
        known.challenge("wish")
    async with async_client() as also_known:
        with pytest.raises(UnknownFields, match="x: So"):
            await also_known.challenge("wish")
    with Client("http://site", unknown="ignore", transport=transport) as careless:
        assert careless.challenge("wish")["id"] == "c"
    async with AsyncClient("http://site", unknown="ignore", transport=transport) as also_careless:
        assert (await also_careless.challenge("wish"))["id"] == "c"


def named(kind: type) -> dict[str, list[str]]:
    """The public names of a class, with those of their parameters."""
    return {
        name: list(inspect.signature(value).parameters) if callable(value) else []
        for name, value in vars(kind).items()
        if not name.startswith("_")
    }


def test_both_have_the_same_names() -> None:
    assert named(Client) == named(AsyncClient)
    assert named(Table) == named(AsyncTable)


def test_there_is_a_method_for_every_call() -> None:
    functions = inspect.getmembers(every_call, inspect.isfunction)
    made_here = {name for name, each in functions if each.__module__ == every_call.__name__}
    asked = {name for name in made_here if not name.startswith("_")} - {"following"}
    renamed = {"close": "close_competition", "events": "events_page"}
    assert {renamed.get(name, name) for name in asked} <= set(named(Client))


def test_every_method_says_what_it_does() -> None:
    assert not [
        name for name in named(Client) if name not in ("close", "token") and not getattr(Client, name).__doc__
    ]
