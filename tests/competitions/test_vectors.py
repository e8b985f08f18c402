"""Golden logs, sent to a contest on their deals, get the verdict that any correct engine gives."""

import json
from itertools import groupby

import pytest

from games import GAMES
from games.deck import is_seed
from games.game import RulesError
from tests.clients.contests import VECTORS, contest

from .stored import row_counts


def _logs():
    for file in sorted(VECTORS.glob("*.ndjson")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            if isinstance(log := row.get("log"), dict):
                yield log, row["result"]


def _deal(log):
    return log.get("game"), log.get("seed"), json.dumps(log.get("rules", {}))


def _playable(log):
    """Whether a contest can be made on the log's deal."""
    game = isinstance(log.get("game"), str) and GAMES.get(log["game"])
    if not game or not isinstance(log.get("seed"), str) or not is_seed(log["seed"]):
        return False
    try:
        game.settle_rules(log.get("rules", {}))
    except RulesError:
        return False
    return True


@pytest.mark.parametrize(
    "all_of_them", [False, pytest.param(True, marks=pytest.mark.extra)], ids=["one of each kind", "all"]
)
def test_verdicts_agree_with_the_vectors(owner, rival, unlimited, all_of_them):
    """The games by themselves are asked all of them in `tests/games`."""
    playable = sorted((pair for pair in _logs() if _playable(pair[0])), key=lambda pair: _deal(pair[0]))
    if not all_of_them:
        kinds = {(log["game"], result.get("code")): (log, result) for log, result in playable}
        playable = list(kinds.values())
    seen = set()
    for (game, seed, rules), pairs in groupby(playable, key=lambda pair: _deal(pair[0])):
        event = owner.create_for(
            rival, attempts=None, rounds=[{"game": game, "seed": seed, "rules": json.loads(rules)}]
        )
        for log, result in pairs:
            answer = rival.submit(event, log.get("moves"))
            if result.get("code") == "bad_log":
                answer.refused_for("moves")
                continue
            sent = answer.body
            if result["ok"]:
                said = {name: sent[name] for name in ("score", "won", "finished")}
                assert said == {name: result[name] for name in said}
                seen.add("accepted")
            else:
                assert (sent["code"], sent.get("ply")) == (result["code"], result.get("ply"))
                seen.add(sent["code"])
            assert sent["verdict"] == ("accepted" if result["ok"] else "rejected")
    assert seen == {"accepted", "bad_move", "illegal_move", "game_over", "too_long"}


def test_deals_that_no_engine_knows_make_no_contest(owner):
    unknown = [log for log, _ in _logs() if not _playable(log) and {"game", "seed"} <= set(log)]
    assert unknown
    before = row_counts()
    for log in unknown:
        round = {name: log[name] for name in ("game", "seed", "rules") if name in log}
        assert owner.post("/competitions", contest(rounds=[round])).outcome == (422, "invalid")
    assert row_counts() == before
