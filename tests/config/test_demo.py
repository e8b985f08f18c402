"""The demo: bots that play fair and differ in strength, and a scoreboard that has something to show."""

import json
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, ClassVar

import pytest

from client.examples.chance import Strategy, absent_minded, play_anything
from client.examples.greedy import keep_jokers, match_corners
from client.examples.look_ahead import look_ahead
from client.examples.worlds import imagine
from config.demo import demo_client
from config.demo.__main__ import register
from config.demo.cast import CAST, GAME, Character
from config.demo.demo_client import DemoClient, DemoProblem
from games.replay import Replayed, play, replay
from games.views import view
from tests.servers.fixtures import StartDaphne
from tests.servers.running import PATIENCE_S
from tests.waiting import until

ROOT = Path(__file__).resolve().parent.parent.parent
STRATEGIES = {
    "anything": play_anything,
    "match": match_corners,
    "jokers": keep_jokers,
    "absent": absent_minded(match_corners, 0.5),
    "ahead": look_ahead(60),
}
EVERY_STRATEGY = pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)


def positions(strategy: Strategy, seed: str) -> Iterator[Any]:
    """Every position of a game that the strategy plays, from the opening to the end."""
    position, chance = GAME.open(seed), Random(seed)
    yield position
    while not position.table.finished:
        position = play(position, strategy(view(position), chance))
        yield position


def average(strategy: Strategy, deals: int) -> float:
    return mean(list(positions(strategy, f"deal-{number}"))[-1].table.score for number in range(deals))


# Fair play


@pytest.mark.extra
@EVERY_STRATEGY
def test_a_strategy_plays_legal_moves_only_to_the_end(strategy: Strategy) -> None:
    for number in range(8):
        *_, last = positions(strategy, f"legal-{number}")
        assert last.table.finished


@EVERY_STRATEGY
def test_a_strategy_plays_the_same_whatever_lies_face_down(strategy: Strategy) -> None:
    for position in positions(keep_jokers, "hidden"):
        seen = view(position)
        if seen["legal"]:
            other = view(imagine(seen, Random(1)))
            assert strategy(seen, Random(2)) == strategy(other, Random(2))


@EVERY_STRATEGY
def test_a_strategy_asks_no_other_chance_than_the_one_it_is_given(
    strategy: Strategy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("random", "choice", "shuffle"):
        monkeypatch.delattr(random, name)
    games = [list(positions(strategy, "chance")) for _ in range(2)]
    assert games[0] == games[1]


# Strength


@pytest.mark.extra
def test_a_player_who_thinks_beats_one_who_does_not() -> None:
    scores = [average(play_anything, 60), average(absent_minded(match_corners, 0.5), 60)]
    scores.append(average(match_corners, 60))
    assert scores == sorted(scores, reverse=True)
    assert scores[0] - scores[-1] > 3


@pytest.mark.extra
def test_looking_ahead_beats_looking_away() -> None:
    assert average(look_ahead(200), 12) < average(absent_minded(match_corners, 0.7), 12) - 1


# Character


def test_a_dozen_play_and_their_names_leave_room_for_a_number() -> None:
    assert len(CAST) == len({character.name for character in CAST}) == 12
    assert max(len(character.name) for character in CAST) <= 24 - len(" 9999")


@pytest.mark.parametrize("tries", range(6))
def test_a_bot_gives_up_later_each_time_it_tries_a_deal(tries: int) -> None:
    moves = Character("Test", match_corners, stamina=2).play("spring-2026", tries, Random(1))
    assert moves.count("deal") + 1 == min(2 + tries, 6)
    result = replay(GAME, "spring-2026", {}, moves)
    assert isinstance(result, Replayed)
    assert result.finished is (tries >= 4)


# As a client of the service


class Moody(BaseHTTPRequestHandler):
    """Answers what the test has prepared, one after another, and notes who asked."""

    answers: ClassVar[list[tuple[int, dict[str, str], Any]]] = []
    asked: ClassVar[list[dict[str, str | None]]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append({name: self.headers[name] for name in ("Authorization", "Idempotency-Key")})
        status, headers, body = self.answers.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def moody() -> Iterator[str]:
    Moody.answers, Moody.asked = [], []
    with HTTPServer(("127.0.0.1", 0), Moody) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client would have slept."""
    slept: list[float] = []
    monkeypatch.setattr(demo_client.time, "sleep", slept.append)
    return slept


def test_a_busy_server_is_asked_again_when_it_says_with_the_same_key(moody: str, naps: list[float]) -> None:
    Moody.answers = [(429, {"Retry-After": "7"}, {}), (503, {}, {}), (201, {}, {"id": "x"})]
    assert DemoClient(moody, "secret").post("competitions", name="x") == {"id": "x"}
    assert naps == [demo_client.GAP_S, 7.0, demo_client.GAP_S, 1.0, demo_client.GAP_S]
    assert len({asked["Idempotency-Key"] for asked in Moody.asked}) == 1
    assert {asked["Authorization"] for asked in Moody.asked} == {"Bearer secret"}


def test_an_absent_server_is_given_up_after_a_minute(
    naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_client.time, "monotonic", lambda: sum(naps))
    with pytest.raises(OSError, match="refused"):
        DemoClient("http://127.0.0.1:1").get("games")
    assert demo_client.PATIENCE_S - 2 < sum(naps) < demo_client.PATIENCE_S + 2


def test_another_refusal_is_a_problem_with_its_code(moody: str, naps: list[float]) -> None:
    Moody.answers = [(422, {}, {"code": "invalid", "detail": "No."}), (404, {}, "not a problem")]
    with pytest.raises(DemoProblem, match="invalid: No"):
        register(moody, "Lucky Lou")
    with pytest.raises(DemoProblem, match="http_404"):
        register(moody, "Lucky Lou")


# The whole demo, on a real server


@pytest.fixture
def site(daphne_server: StartDaphne) -> str:
    return daphne_server().url


@pytest.fixture
def start_demo(site: str) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "config.demo", site]
        demo = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(demo)
        return demo

    yield start
    for demo in started:
        demo.kill()
        demo.communicate()


def contest_of(demo: subprocess.Popen[str], site: str) -> str:
    assert demo.stdout is not None
    line = demo.stdout.readline()
    assert line.startswith(f"Demo: {site}/c/"), line
    return line.strip().rpartition("/")[2]


def rows_of(site: str, contest: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = DemoClient(site).get(f"competitions/{contest}/standings")["results"]
    return rows


@pytest.mark.extra
def test_the_scoreboard_has_ranked_bots_and_keeps_moving(
    site: str, start_demo: Callable[[], subprocess.Popen[str]]
) -> None:
    demo = start_demo()
    contest = contest_of(demo, site)
    seen: list[list[Any]] = []

    def rank_anew() -> bool:
        rows = rows_of(site, contest)
        ranked = [(row["rank"], row["player"]["name"], row["total"]) for row in rows if row["rank"]]
        assert all(row["player"]["bot"] for row in rows)
        if ranked and ranked not in seen:
            seen.append(ranked)
        return len(seen) == 3

    until(rank_anew)
    listed = DemoClient(site).get("competitions?state=running&game=three-by-three")["results"]
    assert [each["id"] for each in listed] == [contest]
    demo.send_signal(signal.SIGTERM)
    rest, _ = demo.communicate(timeout=PATIENCE_S)
    assert (demo.returncode, rest) == (0, "")
