"""The server is killed while many logs come at once: each answered log is stored, and counted."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients.contests import golden, golden_round
from tests.clients.rest import Client, over_http
from tests.servers.running import PATIENCE_S

PLAYERS = 8
ANSWERS = 60
SCORES = range(30, 14, -1)


@pytest.mark.extra
@pytest.mark.parametrize("keyed", [False, True], ids=["plain", "under keys"])
def test_killed_in_the_middle_it_has_every_answered_log_once(daphne_server, sqlite_url, keyed):
    first = daphne_server({"DATABASE_URL": sqlite_url})
    anyone = Client(over_http(first.url))
    players = [anyone.guest(f"Player {n}") for n in range(PLAYERS)]
    event = players[0].create(attempts=None, rounds=[golden_round(n=n) for n in range(4)])
    for player in players:
        player.join(event)
    answered = []

    def play(player):
        for round in range(1, 5):
            for length in range(16):
                moves = golden(n=round - 1)["log"]["moves"][:length]
                headers = {"Idempotency_Key": f"{round}-{length}"} if keyed else {}
                try:
                    sent = player.submit(event, moves, round, **headers)
                except (OSError, http.client.HTTPException):
                    return
                assert sent.status == 201
                answered.append((player, round, moves, headers, sent.body))

    with ThreadPoolExecutor(PLAYERS) as pool:
        playing = [pool.submit(play, player) for player in players]
        give_up_at = time.monotonic() + PATIENCE_S
        while len(answered) < ANSWERS:
            assert time.monotonic() < give_up_at
            time.sleep(0.005)
        first.process.kill()
        for each in playing:
            each.result(PATIENCE_S)
    first.process.wait()

    send = over_http(daphne_server({"DATABASE_URL": sqlite_url}).url)
    totals = {player.player["name"]: [30] * 4 for player in players}
    for player, round, moves, headers, body in answered:
        again = Client(send, player.token, player.player)
        stored = again.get(f"/logs/{body['id']}").body
        assert (stored["moves"], stored["score"]) == (moves, body["score"])
        assert again.submit(event, moves, round, **headers).body == body, "and it is there once"
        best = totals[player.player["name"]]
        best[round - 1] = min(best[round - 1], body["score"])
    for _, name, total in Client(send).places(event):
        assert total <= sum(totals[name]), "one that was stored and not answered may have made it better"
