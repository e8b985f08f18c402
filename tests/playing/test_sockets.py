"""The attempt's socket on a real server: the same meaning as over REST, and who may open it."""

import pytest


@pytest.fixture
def player(kit, site):
    return kit.guest(site)


def test_a_move_over_the_socket_is_answered_with_the_new_view(kit, sites):
    here, there = sites
    player = kit.guest(here)
    seat = kit.sit_down(player, player.create(**kit.sealed("wish")))
    with here.table(player, seat.attempt) as table, there.table(player, seat.attempt) as other:
        hello = table.hear()
        assert hello == other.hear() == {"type": "view", "view": seat.attempt["view"], "state": "running"}
        view = hello["view"]
        ply = 0
        while view["legal"]:
            answer = (table, other)[ply % 2].play(ply, view["legal"][0])
            assert answer["type"] == "view"
            view = answer["view"]
            ply += 1
            assert view["ply"] == ply
        assert answer["state"] == "finished"
    assert seat.look()["state"] == "finished"
