"""What is shown is true: the examples in the client's modules, and the bots of its README and its folder."""

import re
import sys
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from client.examples.__main__ import main
from client.examples.look_ahead import look_ahead
from client.examples.worlds import imagine
from evendeal import Client
from games.cards import CARDS, FACE_DOWN
from games.game import Game
from games.views import view
from tests.games.test_walks import PLAYED, walk

pytestmark = pytest.mark.extra

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "client" / "README.md").read_text()


def test_the_bot_of_the_readme_has_thirty_lines_and_plays_a_sealed_contest_by_the_view_alone(
    site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"^```python bot\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    program = found[1]
    assert len(program.splitlines()) <= 30
    assert "seed" not in program
    with Client.as_guest(site, f"Host {token_hex(4)}") as host:
        contest = host.create("For bots", [{"game": "wish"}, {"game": "three-by-three"}])
        monkeypatch.setattr(sys, "argv", ["bot.py", contest["url"]])
        exec(compile(program, "bot.py", "exec"), {"__name__": "__main__"})
        (row,) = host.rows(contest["id"])
    assert row["player"]["bot"]
    assert [cell and cell["state"] for cell in row["rounds"]] == ["finished", "finished"]
    scores = [cell["score"] for cell in row["rounds"] if cell]
    said = capsys.readouterr().out.splitlines()
    assert said == [f"Round 1, wish: {scores[0]}", f"Round 2, three-by-three: {scores[1]}"]


def test_an_example_plays_a_contest_sealed_or_open(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Client.as_guest(site, f"Host {token_hex(4)}") as host:
        contest = host.create("For bots", [{"game": "three-by-three"}, {"game": "wish"}], play="open")
        main("greedy", contest["url"], Random(token_hex(4)))
        assert [row["rank"] for row in host.rows(contest["id"])] == [1]
    assert len(re.findall(r"^Round [12]: score \d+$", capsys.readouterr().out, re.MULTILINE)) == 2


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_an_imagined_world_looks_like_the_real_one_and_holds_every_card_once(
    game: Game, rules: dict[str, str]
) -> None:
    for position in walk(game, rules, 3):
        seen = view(position)
        world = imagine(seen, Random(3))
        assert {**view(world), "legal": set(view(world)["legal"])} == {**seen, "legal": set(seen["legal"])}
        shown = [CARDS[name] for pile in seen["piles"].values() for name in pile if name != FACE_DOWN]
        assert sorted([*shown, *world.table.face_down()]) == list(game.pack)


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_looking_ahead_any_game_is_played_in_the_same_way_with_the_same_chance(
    game: Game, rules: dict[str, str]
) -> None:
    for position in walk(game, rules, 4, most=6):
        if (seen := view(position))["legal"]:
            moves = {look_ahead(30)(seen, Random(4)) for _ in range(2)}
            assert len(moves) == 1
            assert moves <= set(seen["legal"])


PROGRAMS = {"__main__.py", "prove_month.py"}
"""Examples that are started by themselves, with the client."""


def test_the_strategies_need_nothing_but_the_games() -> None:
    """The demo plays with them in the service's own environment, which has nothing of the client's."""
    for file in (ROOT / "client" / "examples").glob("*.py"):
        imported = re.findall(r"^(?:from|import) (\w+)", file.read_text(), re.MULTILINE)
        assert file.name in PROGRAMS or set(imported) <= {"games", *sys.stdlib_module_names}
