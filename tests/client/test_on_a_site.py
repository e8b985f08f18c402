"""The library on a real server: a whole contest, and one that is watched."""

import io
import json
import threading
from secrets import token_hex

import pytest
from rich.console import Console

from evendeal import AsyncClient, Client
from evendeal.cli.screen import Screen
from evendeal.cli.watching import watch
from evendeal.errors import Forbidden, NoAttemptsLeft, NoUndo, Unauthenticated
from tests.servers.running import PATIENCE_S
from tests.waiting import until


@pytest.mark.extra
async def test_a_contest_in_an_event_loop_from_the_first_guest_to_the_certified_results(site: str) -> None:
    host = await AsyncClient.as_guest(site, f"Host {token_hex(4)}")
    player = await AsyncClient.as_guest(site, f"Ada {token_hex(4)}")
    async with host, player:
        made = await host.create("Friday", [{"game": "three-by-three"}], standings="live", draft=True)
        contest = (await host.publish(made["id"], reason="It is time."))["id"]
        assert contest in [each["id"] async for each in player.competitions(state="running")]
        assert (await player.join(contest))["id"] == (await player.join(contest))["id"]
        attempt = await player.start(contest)
        async with player.table(attempt) as table:
            while table.view["legal"]:
                await table.play(table.view["legal"][0])
            with pytest.raises(NoUndo):
                await table.undo()
            score = (await table.finish())["score"]
        with pytest.raises(NoAttemptsLeft):
            await player.start(contest)
        assert [row["total"] async for row in host.rows(contest)] == [score]
        assert [log async for log in player.logs(contest)] == []
        await host.close_competition(contest)
        assert (await host.certify(contest))["state"] == "final"
        (log,) = [log async for log in player.logs(contest)]
        assert (log["score"], log["player"]["id"]) == (score, (await player.me())["id"])
        assert [act["act"] async for act in player.audit(contest)][-1] == "certify"
        page = await player.events_page(contest)
        assert [event async for event in player.events(contest)] == page["results"]
        assert {"joined", "result", "state", "act"} <= {event["type"] for event in page["results"]}
        assert [event async for event in player.events(contest, after=page["cursor"])] == []


@pytest.mark.extra
async def test_who_has_finished_looks_at_others_and_shares_a_token_that_may_only_read(site: str) -> None:
    async with await AsyncClient.as_guest(site, f"Ada {token_hex(4)}") as player:
        renamed = await player.change_me(name=f"Countess {token_hex(4)}", profile="private")
        assert (await player.me())["name"] == renamed["name"]
        contest = (await player.challenge("wish", seed=f"pub-{token_hex(8)}"))["id"]
        assert (await player.challenge("wish", seed=f"pub-{token_hex(8)}"))["id"] != contest
        await player.join(contest)
        verdict = await player.submit(contest, [])
        assert (verdict["verdict"], verdict["score"]) == ("accepted", 32)
        assert (await player.done(contest))["done"] is (await player.done(contest))["done"] is True
        made = await player.new_token("my board", ["read"])
        async with AsyncClient(site, made["token"]) as board:
            assert (await board.me())["name"] == renamed["name"]
            with pytest.raises(Forbidden):
                await board.submit(contest, [])
            await player.revoke(made["id"])
            with pytest.raises(Unauthenticated):
                await board.me()
        assert made["id"] not in [token["id"] async for token in player.tokens()]
        file = json.loads(b"".join([piece async for piece in player.export_me()]))
        assert (file["player"]["id"], len(file["attempts"])) == (renamed["id"], 1)
        await player.delete_me()
        with pytest.raises(Unauthenticated):
            await player.me()


@pytest.mark.extra
def test_a_scoreboard_is_drawn_anew_until_the_contest_is_over(site: str) -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, height=24, force_terminal=True, highlight=False)
    with Client.as_guest(site, f"Host {token_hex(4)}") as host, Client(site) as stranger:
        contest = host.create("Watched", [{"game": "wish", "seed": "pub"}], play="open")["id"]
        arguments = (Screen(False, console), stranger, contest, False)
        watching = threading.Thread(target=watch, args=arguments)
        watching.start()
        host.join(contest)
        host.submit(contest, ["pair 2 3"])
        until(lambda: " 30 │" in file.getvalue())
        host.close_competition(contest)
        watching.join(PATIENCE_S)
    assert not watching.is_alive()
    assert "closed · 1 entry" in file.getvalue()
