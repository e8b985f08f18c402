"""How many durable sealed moves a second one Daphne process on SQLite answers, 50 players over sockets.

The floor beside it is a Channels consumer that only echoes, in a process of the same kind; rounds of the two
alternate, so that the ratio means the same on a busy machine. Then: whether a WinABit move at ply 2,000 is
answered as fast as one at ply 20, also after a restart. At the end: what a view costs in each game, bare as
the rules ask for it, and as players get it, with what is said of the table.

    python -m benchmarks.moves
"""

import asyncio
import json
import random
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file

import msgspec

from benchmarks.sockets import Load, NextMessage, PlayingSocket, connect, load
from config.site.ports import accepts_connections, free_port
from games import GAMES
from games.game import Game, Position
from games.replay import play
from games.teaching import describe
from games.views import view
from tests.servers.daphne import Daphne, environment, migrate, serving
from tests.servers.running import running, wait_for

PLAYERS = 50
ROUNDS = 7
SECONDS = 1.5
LEAST_RATIO = 0.6
MOST_P99_MS = 100.0
MOST_GROWTH = 1.5

#: Through the hand and back again, as often as one likes: the table is then what it was before.
CYCLE = ["turn"] * 21 + ["redeal"]


class Guest(NamedTuple):
    """A player of the service."""

    url: str
    token: str

    def post(self, path: str, body: Any) -> Any:
        return _post(self.url, path, body, Authorization=f"Bearer {self.token}")

    def socket_url(self, attempt: str) -> str:
        ticket = self.post("/tickets", {})["ticket"]
        return f"{self.url.replace('http', 'ws', 1)}/ws/v1/attempts/{attempt}?ticket={ticket}"


def _post(url: str, path: str, body: Any, **headers: str) -> Any:
    sent = urllib.request.Request(
        f"{url}/api/v1{path}", json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    )
    with urllib.request.urlopen(sent) as answer:
        return json.load(answer)


def guest(url: str, name: str) -> Guest:
    return Guest(url, _post(url, "/guests", {"name": name})["token"])


def begun_attempt(player: Guest, event: str) -> str:
    player.post(f"/competitions/{event}/entries", {})
    return str(player.post(f"/competitions/{event}/rounds/1/attempts", {})["id"])


def random_moves(seed: int) -> NextMessage:
    """A random legal move for each view, but none that cheats or could end the game."""
    chance = random.Random(seed)

    def following(answer: bytes | None) -> bytes:
        assert answer is not None
        told = json.loads(answer)
        if told["type"] != "view":
            raise RuntimeError(f"a move was refused: {told}")
        view = told["view"]
        hand = len(view["piles"]["stock"]) + len(view["piles"]["waste"])
        near_the_end = view["score"] > -6 or hand < 6
        allowed = ("turn", "redeal") if near_the_end else ("turn", "redeal", "move")
        move = chance.choice([text for text in view["legal"] if text.startswith(allowed)])
        return b'{"ply":%d,"move":"%b"}' % (view["ply"], move.encode())

    return following


def cycling(answer: bytes | None) -> bytes:
    """The next move of the cycle, which began at ply 0."""
    assert answer is not None
    ply = json.loads(answer)["view"]["ply"]
    return b'{"ply":%d,"move":"%b"}' % (ply, CYCLE[ply % len(CYCLE)].encode())


def echoed(answer: bytes | None) -> bytes:
    return b'{"ply":123,"move":"move waste foundation"}'


@contextmanager
def echo_server(folder: Path) -> Iterator[str]:
    """The WebSocket address of the floor."""
    port, log = free_port(), folder / "echo.log"
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "--verbosity", "0"]
    command.append("benchmarks.echo:application")
    with running(command, log, cwd=ROOT, env=environment({"DATA_DIR": str(folder)})) as process:
        wait_for(process, lambda: accepts_connections(port), log)
        yield f"ws://127.0.0.1:{port}/"


async def compare(site: Daphne, echo_url: str) -> bool:
    """Print moves beside echoes; whether the targets are met."""
    organiser = guest(site.url, "Organiser")
    event = organiser.post("/competitions", {"name": "Benchmark", "rounds": [{"game": "winabit"}]})["id"]
    players: list[PlayingSocket] = []
    for number in range(PLAYERS):
        player = guest(site.url, f"Player {number}")
        url = player.socket_url(begun_attempt(player, event))
        players.append(await connect(url, random_moves(number), greeted=True))
    echoes = [await connect(echo_url, echoed, greeted=False) for _ in range(PLAYERS)]
    await load(echoes, 0.3), await load(players, 0.3)

    print(f"{PLAYERS} players, {ROUNDS} rounds of {SECONDS} s each; medians")
    moved: list[Load] = []
    floor: list[Load] = []
    start, busy = perf_counter(), process_time()
    for _ in range(ROUNDS):
        floor.append(await load(echoes, SECONDS))
        moved.append(await load(players, SECONDS))
    busy = (process_time() - busy) / (perf_counter() - start)
    for each in (*players, *echoes):
        each.transport.close()
    print(f"{'':18}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'worst p99':>11}")
    for name, loads in (("echo", floor), ("durable moves", moved)):
        rate, p50, p99 = map(median, zip(*loads, strict=True))
        print(f"{name:18}{rate:10,.0f}{p50:9.1f}{p99:9.1f}{max(each.p99_ms for each in loads):11.1f}")
    ratios = [moves.rate / echo.rate for moves, echo in zip(moved, floor, strict=True)]
    ratio, p99 = median(ratios), median(each.p99_ms for each in moved)
    print(f"\nratio {ratio:.2f} (lowest {min(ratios):.2f}; at least {LEAST_RATIO}), ", end="")
    print(f"p99 {p99:.1f} ms (below {MOST_P99_MS:.0f}); the load generator was busy {busy:.0%} of the time\n")
    return ratio >= LEAST_RATIO and p99 < MOST_P99_MS


async def growth(serve: Callable[[], Any]) -> bool:
    """Print what a move costs early and late in a game; whether late is as early."""
    early_at, late_at = 0, 90 * len(CYCLE)
    with serve() as site:
        player = guest(site.url, "Long Player")
        attempts = []
        for ply in (early_at, late_at):
            event = player.post("/competitions", {"name": "Long", "rounds": [{"game": "winabit"}]})["id"]
            attempts.append(begun_attempt(player, event))
            moves = CYCLE * (ply // len(CYCLE))
            player.post(f"/attempts/{attempts[-1]}/moves", {"ply": 0, "moves": moves})
        warm = await _waits(player, attempts)
    with serve() as site:
        player = player._replace(url=site.url)
        again = await _waits(player, attempts)
    print(f"WinABit moves, ms: {'first':>22}{'ply 20':>10}{'ply 2,000':>12}{'ratio':>8}")
    worst = 0.0
    for name, (first, early, late) in (("after they were made", warm), ("after a restart", again)):
        worst = max(worst, late / early)
        print(f"{name:24}{first:17.1f}{early:10.2f}{late:12.2f}{late / early:8.2f}")
    print(f"\nat most {MOST_GROWTH}")
    return worst <= MOST_GROWTH


async def _waits(player: Guest, attempts: list[str]) -> tuple[float, float, float]:
    """The first move of the late attempt, then medians of moves of the early and the late one, in ms."""
    early, late = [await connect(player.socket_url(each), cycling, greeted=True) for each in attempts]
    [first] = await late.run(0.0)
    await early.run(0.0)
    waits: dict[PlayingSocket, list[float]] = {early: [], late: []}
    for _ in range(10 * len(CYCLE)):
        for each in (early, late):
            waits[each] += await each.run(0.0)
    for each in (early, late):
        each.transport.close()
    return first * 1e3, median(waits[early]) * 1e3, median(waits[late]) * 1e3


def views() -> None:
    """Print what the views of a few hundred positions cost, made and written."""
    print(f"{'a view':18}{'bare µs':>10}{'bytes':>8}{'told µs':>10}{'bytes':>8}")
    for game in GAMES.values():
        positions = list(_positions(game))
        figures = [_cost(shown, positions) for shown in (view, describe)]
        print(f"{game.slug:18}" + "".join(f"{us:10.1f}{size:8,.0f}" for us, size in figures))


def _positions(game: Game) -> Iterator[Position]:
    chance = random.Random(0)
    for number in range(20):
        position = game.open(f"view-{number}")
        for _ in range(20):
            legal = sorted(
                move.text for move in position.table.legal() if not position.game.is_dear(move.text)
            )
            if not legal:
                break
            after = play(position, chance.choice(legal))
            assert isinstance(after, Position)
            yield (position := after)


def _cost(shown: Callable[[Position], Any], positions: list[Position]) -> tuple[float, float]:
    """The µs that a view takes in the quickest of some runs through the positions, and its mean bytes."""
    waits = []
    for _ in range(ROUNDS):
        start = perf_counter()
        size = sum(len(msgspec.json.encode(shown(position))) for position in positions)
        waits.append(perf_counter() - start)
    return min(waits) / len(positions) * 1e6, size / len(positions)


def main() -> int:
    """Print the figures; the exit status is 1 if a target is missed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        url = f"sqlite:///{folder / 'evendeal.sqlite3'}"
        migrate(url)

        def serve() -> Any:
            return serving({"DATA_DIR": str(folder), "DATABASE_URL": url}, folder)

        with serve() as site, echo_server(folder) as echo_url:
            fast = asyncio.run(compare(site, echo_url))
        steady = asyncio.run(growth(serve))
    views()
    return 0 if fast and steady else 1


if __name__ == "__main__":
    sys.exit(main())
