"""Any bytes read as a log are replayed or refused, in words that are short, and the same each time."""

import json
import time
from typing import Any, get_args

import pytest
from hypothesis import strategies as st

from competitions.web.json_values import json_value
from games import GAMES
from games.replay import Code, Refused, Replayed, replay_line, replay_log
from tests.clients.contests import VECTORS

from .odd import damaged, deep, objects, spelled, texts, values
from .search import search

LONGEST_RESULT = 16_000
LONGEST_S = 2.0
pytestmark = [pytest.mark.timeout(0), pytest.mark.filterwarnings("ignore:Generating overly large repr")]
CODES = set(get_args(Code))
NAMES = ("game", "seed", "rules", "moves", "score", "dealing")


def golden() -> list[dict[str, Any]]:
    lines = (line for file in sorted(VECTORS.glob("*.ndjson")) for line in file.read_text().splitlines())
    found = [row["log"] for row in map(json.loads, lines) if "log" in row]
    return [log for log in found if isinstance(replay_log(log), Replayed)]


def moves_of(game: str) -> st.SearchStrategy[str]:
    """Moves of its grammar, and what is none."""
    return st.sampled_from(sorted(GAMES[game].vocabulary(GAMES[game].settle_rules({})))) | texts


@st.composite
def logs(draw: st.DrawFn) -> bytes:
    """A golden log with something else in it."""
    log = dict(draw(st.sampled_from(GOLDEN)))
    kept = draw(st.integers(0, len(log["moves"])))
    log["moves"] = [
        *log["moves"][:kept],
        *draw(st.lists(moves_of(log["game"]), max_size=4)),
        *log["moves"][kept:],
    ]
    if draw(st.booleans()):
        log[draw(st.sampled_from(NAMES) | texts)] = draw(values)
    if draw(st.booleans()):
        log["rules"] = draw(
            st.dictionaries(st.sampled_from(["draw", "build", "fill"]) | texts, values, max_size=3)
        )
    return spelled(log)


GOLDEN = golden()
LARGE = [
    deep("1", 99).encode(),
    deep("1", 101).encode(),
    deep("", 100_000).encode(),
    b'{"game": "wish", "seed": "pub", "moves": ' + deep("", 50_000).encode() + b"}",
    b'{"game": "wish", "seed": "pub", "moves": [' + b", ".join([b'"pair 1 2"'] * 20_000) + b"]}",
    b'{"game": "wish", "seed": "' + b"9" * 200_000 + b'", "moves": []}',
    b'{"game": "wish", "seed": "pub", "moves": ["' + b"x" * 200_000 + b'"]}',
    b'{"game": "wish", "seed": "pub", "rules": {"' + b"x" * 200_000 + b'": 1}, "moves": []}',
    b'{"moves": [], "seed": "pub", "game": ' + b"9" * 100_000 + b"}",
    b"{" + b", ".join(b'"%d": 1' % n for n in range(20_000)) + b"}",
]
anything = logs() | objects(st.sampled_from(NAMES)) | values.map(spelled) | st.binary(max_size=200)
lines = damaged(anything) | st.sampled_from(LARGE)


def check(line: bytes) -> None:
    begun = time.thread_time()
    found = replay_line(line)
    result = json.dumps(found.result())
    assert time.thread_time() - begun < LONGEST_S
    assert len(result) < LONGEST_RESULT
    if isinstance(found, Refused):
        assert found.code in CODES
        assert found.error
    else:
        again = {"game": found.game.slug, "seed": json.loads(line)["seed"], "rules": dict(found.rules)}
        assert replay_log(again | {"moves": list(found.moves)}) == found, "its own spelling is another game"
    try:
        value = json_value(line.decode())
    except (ValueError, RecursionError):
        return
    assert isinstance(replay_log(value), Refused | Replayed)  # as `POST /replays` reads it


def test_any_line_is_replayed_or_refused(pytestconfig: pytest.Config) -> None:
    search(pytestconfig, lines, check, examples=300)
