"""The server is killed during play: each answered move is stored once, and everyone plays on. Whole sites are
killed in `tests/faults`."""

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
from tests.waiting import until

from .records import log_lines
from .sites import Site, guest

PLAYERS = 6
BEFORE_THE_KILL = 15
"""Moves that are answered at least before the kill, however slow the machine."""
ROUNDS = 20
LOST = (OSError, EOFError, TimeoutError, http.client.HTTPException, WebSocketException)


class Marathon:
    """A player who plays round after round, over the socket or over REST, and notes what was answered.

    What got no answer is sent again when the server is back, as any client would.
    """

    def __init__(self, sites, event, number):
        self.sites, self.event, self.chance = sites, event, random.Random(number)
        self.client, self.over_socket, self.table = guest(sites[-1]), number % 3 > 0, None
        self.client.join(event)
        self.noted = {}
        """By round, the moves that were answered."""

    def run(self, stop):
        for round in range(1, ROUNDS + 1):
            if stop.is_set():
                break
            path = f"/competitions/{self.event['id']}/rounds/{round}/attempts"
            self.attempt = self.insist(lambda path=path: self.post(path, {}))
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

    def play(self, ply, move):
        if not self.over_socket:
            return self.post(f"/attempts/{self.attempt['id']}/moves", {"ply": ply, "moves": [move]})["view"]
        if self.table is None:
            table = self.sites[-1].table(self.client, self.attempt)
            table.__enter__()
            self.table = table
            assert table.hear()["view"]["ply"] in (ply, ply + 1)
        answer = self.table.play(ply, move)
        assert answer["type"] == "view", answer
        return answer["view"]

    def post(self, path, body):
        while True:
            answer = self.sites[-1].as_seen_by(self.client).post(path, body)
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
def test_killed_at_a_random_moment_it_has_every_answered_move_once(daphne_server, sqlite_url):
    env = {"DATABASE_URL": sqlite_url}
    chance = random.Random("kill")
    sites = [Site(daphne_server(env))]
    owner = guest(sites[0])
    event = owner.create(**sealed("wish") | {"rounds": [{"game": "wish"}] * ROUNDS})
    runs, stop = [Marathon(sites, event, number) for number in range(PLAYERS)], Event()

    def played():
        return sum(len(moves) for run in runs for moves in list(run.noted.values()))

    with ThreadPoolExecutor(PLAYERS) as pool:
        playing = [pool.submit(run.run, stop) for run in runs]
        try:
            until(lambda: played() >= BEFORE_THE_KILL, "hardly anything is played")
            time.sleep(chance.uniform(0, 0.5))
            sites[-1].process.kill()
            sites[-1].process.wait()
            sites.append(Site(daphne_server(env)))
            time.sleep(0.3)
        finally:
            stop.set()
        for each in playing:
            each.result(PATIENCE_S)

    owner = sites[-1].as_seen_by(owner)
    assert owner.act(event, "close").status == 200
    rows = [json.loads(line) for line in log_lines(owner, event)]
    logs = {(row["player"]["name"], row["round"]): row for row in rows}
    assert len(logs) == len(rows), "an attempt is there twice"
    scores = {}
    for run in runs:
        name = run.client.player["name"]
        assert {n: row["moves"] for (player, n), row in logs.items() if player == name} == run.noted
        scores[name] = sum(logs[name, n]["score"] if n in run.noted else 32 for n in range(1, ROUNDS + 1))
    for row in rows:
        result = replay(GAMES["wish"], row["seed"], row["rules"], row["moves"])
        assert isinstance(result, Replayed)
        assert (result.score, result.finished) == (row["score"], row["finished"])
    assert {name: total for _, name, total in owner.places(event)} == scores
