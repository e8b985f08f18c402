"""A game whose rest is certain is played out as by hand: each move legal, answered and stored."""

import json

import pytest

from games.replay import Replayed, replay_log
from tests.clients.contests import certain_rest

from .records import log_lines
from .seats import sit_down
from .sites import guest


@pytest.mark.extra
@pytest.mark.parametrize("game", ["wish", "winabit-5a", "well-either", "pyramid-one"])
def test_what_is_certain_is_played_over_the_socket_and_its_result_stands(site, game):
    log, begun = certain_rest(game)
    player = guest(site)
    round = {name: log[name] for name in ("game", "rules", "seed")}
    event = player.create(rounds=[round])
    seat = sit_down(player, event)
    seat.play(0, *log["moves"][:begun])
    rest = []
    with site.table(player, seat.attempt) as table:
        view = table.hear()["view"]
        left = view["certain"]["left"]
        while (certain := view["certain"]) is not None:
            assert certain["left"] == left - len(rest)
            assert certain["move"] in view["legal"]
            answer = table.play(begun + len(rest), certain["move"])
            assert answer["type"] == "view"
            view = answer["view"]
            rest.append(certain["move"])
            assert view["last"] == {"move": certain["move"], "words": view["last"]["words"]}
    assert len(rest) == left > 1

    ended = seat.look() if view["finished"] else seat.finish().body
    [line] = log_lines(player, event)
    assert json.loads(line)["moves"] == [*log["moves"][:begun], *rest]
    played = replay_log(json.loads(line))
    assert isinstance(played, Replayed)
    assert (ended["score"], ended["won"]) == (played.score, played.table.won)
    [row] = player.standings(event)["results"]
    assert (row["rank"], row["total"]) == (1, played.score)
