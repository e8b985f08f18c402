"""The server is killed during play: each answered move is stored once, and everyone plays on."""

import http.client
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

import pytest
from websockets.exceptions import WebSocketException

from games import GAMES
from games.replay import Replayed, replay
from tests.clients.contests import sealed
from tests.servers.running import PATIENCE_S

from .records import log_lines
from .sites import Site, guest

PLAYERS = 6
BETWEEN_KILLS = 15
"""Moves that are answered at least before the next kill, however slow the machine."""
ROUNDS = 20
LOST = (OSError, EOFError, TimeoutError, http.client.HTTPException, WebSocketException)


class Marathon:
    """A player who plays round after round, over the socket or over REST, and notes what was answered.

    What got no answer is sent again when the server is back, as any client would.
    """

    def __init__(self, site, client, event, *, over_socket, seed):
        self.site, self.client, self.event = site, client, event
        self.over_socket, self.chance = over_socket, random.Random(seed)
        self.table = None
        self.noted = {}
        """By round, the moves that were answered."""

    def run(self, stop):
        for round in range(1, ROUNDS + 1):
            if stop.is_set():
                break
            self.attempt = self.insist(lambda round=round: self.begin(round))
            view, moves = self.attempt["view"], self.noted.setdefault(round, [])
            while not stop.is_set() and view["legal"]:
                move = self.chance.choice(view["legal"])
                view = self.insist(lambda move=move, moves=moves: self.play(len(moves), move))
                moves.append(move)
                assert view["ply"] == len(moves), "an answered move is gone, or one is there twice"
            self.leave()
            body = self.insist(lambda: self.post(f"/attempts/{self.attempt['id']}/finish", {}))
            assert (body["state"], body["view"]["ply"]) == ("finished", len(moves))

    def insist(self, act):
        """Repeat the act until the server answers; return what it gives."""
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                return act()
            except LOST:
                self.leave()
                assert time.monotonic() < give_up_at, "the server never came back"
                time.sleep(0.05)

    def begin(self, round):
        return self.post(f"/competitions/{self.event['id']}/rounds/{round}/attempts", {})

    def play(self, ply, move):
        if not self.over_socket:
            return self.post(f"/attempts/{self.attempt['id']}/moves", {"ply": ply, "moves": [move]})["view"]
        if self.table is None:
            table = self.site().table(self.client, self.attempt)
            table.__enter__()
            self.table = table
            assert table.hear()["view"]["ply"] in (ply, ply + 1)
        answer = self.table.play(ply, move)
        assert answer["type"] == "view", answer
        return answer["view"]

    def post(self, path, body):
        while True:
            answer = self.site().as_seen_by(self.client).post(path, body)
            if answer.status in (200, 201):
                return answer.body
            assert answer.outcome == (429, "rate_limited"), answer.raw
            time.sleep(1)

    def leave(self):
        if self.table is not None:
            with suppress(LOST):
                self.table.__exit__(None, None, None)
            self.table = None


@pytest.mark.long
@pytest.mark.parametrize(
    ("database", "kills"),
    [
        ("sqlite_url", 1),
        *(pytest.param(database, 4, marks=pytest.mark.extra) for database in ("sqlite_url", "postgres_url")),
    ],
)
def test_killed_at_random_moments_it_has_every_answered_move_once(daphne_server, request, database, kills):
    env = {"DATABASE_URL": request.getfixturevalue(database)}
    chance = random.Random(f"kill {database}")
    sites = [Site(daphne_server(env))]

    def site():
        return sites[-1]

    owner = guest(site())
    event = owner.create(**sealed("wish") | {"rounds": [{"game": "wish"}] * ROUNDS})
    runs = []
    for number in range(PLAYERS):
        client = guest(site())
        client.join(event)
        over_socket = number % 3 > 0
        runs.append(Marathon(site, client, event, over_socket=over_socket, seed=number))
    stop = Event()
    with ThreadPoolExecutor(PLAYERS) as pool:
        playing = [pool.submit(run.run, stop) for run in runs]
        try:
            for _ in range(kills):
                _wait_until_played(runs, _played(runs) + BETWEEN_KILLS)
                time.sleep(chance.uniform(0, 0.5))
                site().process.kill()
                site().process.wait()
                sites.append(Site(daphne_server(env)))
            time.sleep(0.3)
        finally:
            stop.set()
        for each in playing:
            each.result(PATIENCE_S)

    owner = site().as_seen_by(owner)
    assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
    logs = _logs(owner, event)
    scores = {}
    for run in runs:
        name = run.client.player["name"]
        stored = {round: log["moves"] for (player, round), log in logs.items() if player == name}
        assert stored == run.noted
        scores[name] = sum(
            logs[name, round]["score"] if round in stored else 32 for round in range(1, ROUNDS + 1)
        )
    for log in logs.values():
        played = replay(GAMES["wish"], log["seed"], log["rules"], log["moves"])
        assert isinstance(played, Replayed)
        assert (played.score, played.finished) == (log["score"], log["finished"])
    assert {name: total for _, name, total in owner.places(event)} == scores


def _played(runs):
    """How many moves were answered so far."""
    return sum(len(moves) for run in runs for moves in list(run.noted.values()))


def _wait_until_played(runs, moves):
    give_up_at = time.monotonic() + PATIENCE_S
    while _played(runs) < moves:
        assert time.monotonic() < give_up_at, "hardly anything is played"
        time.sleep(0.01)


def _logs(client, event):
    """Every log, by the player's name and the round."""
    rows = [json.loads(line) for line in log_lines(client, event)]
    logs = {(row["player"]["name"], row["round"]): row for row in rows}
    assert len(logs) == len(rows), "an attempt is there twice"
    return logs
