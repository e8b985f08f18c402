"""A database that is full, away or damaged: whoever asks is told to come back; it is no fault of theirs."""

import sqlite3
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.test import AsyncClient, Client

from competitions.outages import is_outage
from competitions.people.sessions import SessionStore

from .reading import says


class Full:
    """Stands between Django and the database: nothing that needs room can be written."""

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)


def away(*_):
    raise OperationalError("the connection was lost")


@pytest.fixture
def visitor(stranger):
    stranger.raise_request_exception = False
    return stranger


def told_to_come_back(answer):
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) >= 1
    says(answer.content.decode(), '<main id="main"', ">Home<")


def test_a_form_that_finds_no_room_says_so_in_a_page(visitor, contest):
    path = f"/c/{contest().pk}/join"
    with connection.execute_wrapper(Full()):
        told_to_come_back(visitor.post(path, {"name": "Ann"}))
    assert visitor.post(path, {"name": "Ann"}).status_code == 302


def test_a_session_that_cannot_be_stored_after_the_view_says_so_too(visitor, contest, monkeypatch):
    save = SessionStore.save

    def only_create(session, must_create=False):
        save(session, must_create) if must_create else away()

    monkeypatch.setattr(SessionStore, "save", only_create)
    told_to_come_back(visitor.post(f"/c/{contest().pk}/join", {"name": "Ann"}))


@pytest.mark.parametrize("path", ["/", "/c/2222222222222222", "/results/2222222222222222"])
def test_every_page_that_asks_the_database_says_so(db, visitor, path):
    with connection.execute_wrapper(away):
        told_to_come_back(visitor.get(path))


async def test_a_real_request_is_told_the_same(monkeypatch):
    monkeypatch.setattr("frontend.home.views.player_of", away)
    told_to_come_back(await AsyncClient(raise_request_exception=False).get("/"))


@pytest.mark.parametrize("path", ["/api/v1/competitions", "/api/v1/me"])
def test_clients_of_the_api_get_a_problem(db, visitor, path):
    with connection.execute_wrapper(away):
        answer = visitor.get(path, headers={"Authorization": "Bearer ed_any"})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert int(answer.headers["Retry-After"]) >= 1


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/sign-in", {"login": "ann@example.org", "password": "three of clubs"}),
        ("/sign-in/passkey", {"credential": "{}"}),
        ("/forgotten", {"email": "ann@example.org"}),
    ],
)
def test_whoever_signs_in_while_redis_is_away_is_told_to_come_back(db, visitor, settings, path, form):
    """Nobody could count how often they were wrong."""
    nowhere = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nowhere}
    assert visitor.get("/sign-in").status_code == 200
    told_to_come_back(visitor.post(path, form))


@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("first_damaged_byte", [0, 4096])
def test_a_damaged_file_is_an_outage(any_database, first_damaged_byte):
    file = Path(any_database.removeprefix("sqlite:///"))
    damaged = bytearray(file.read_bytes())
    damaged[first_damaged_byte:] = b"\xa5" * (len(damaged) - first_damaged_byte)
    connection.close()
    file.write_bytes(damaged)
    browser = Client(raise_request_exception=False)
    told_to_come_back(browser.get("/"))
    refused = browser.get("/api/v1/competitions")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")


def test_what_is_a_fault_of_ours_is_no_outage():
    wrong = DatabaseError()
    wrong.__cause__ = sqlite3.DatabaseError()
    assert not any(map(is_outage, [wrong, DatabaseError(), ProgrammingError(), RuntimeError(), None]))
