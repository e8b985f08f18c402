"""Sockets on one attempt, kept in step: what one of them does, what is done over REST, and what time does."""

import pytest


@pytest.fixture
def player(kit, sites):
    return kit.guest(sites[0])


@pytest.fixture
def seat(kit, player):
    event = player.create(play="open", rounds=[{"game": "winabit", "seed": "pub"}])
    return kit.sit_down(player, event)


def quiet(table, seconds=1.6):
    """Whether nothing is said for longer than it takes to look round."""
    try:
        table.socket.recv(seconds)
    except TimeoutError:
        return True
    return False


def test_a_move_of_one_device_is_heard_by_the_others_at_every_process(seat, player, sites):
    here, there = sites
    tables = [
        here.table(player, seat.attempt),
        here.table(player, seat.attempt),
        there.table(player, seat.attempt),
    ]
    with tables[0] as mine, tables[1] as near, tables[2] as far:
        for table in (mine, near, far):
            assert table.hear()["view"]["ply"] == 0
        moved = mine.play(0, "turn")
        assert near.hear() == far.hear() == moved
        assert all(map(quiet, (mine, near, far)))


def test_what_is_done_over_rest_is_heard(seat, player, sites):
    with sites[0].table(player, seat.attempt) as table:
        table.hear()
        seat.play(0, "turn", "turn")
        assert table.hear()["view"]["ply"] == 2
        seat.undo(1)
        assert table.hear()["view"]["ply"] == 1
        seat.finish()
        last = table.hear()
        assert (last["state"], last["view"]["ply"]) == ("finished", 1)
        assert quiet(table)


def test_the_servers_own_end_of_an_attempt_is_heard(kit, player, sites):
    seat = kit.sit_down(player, player.create(**kit.sealed("winabit", time_limit_s=10)))
    with sites[0].table(player, seat.attempt) as near, sites[1].table(player, seat.attempt) as far:
        near.hear()
        far.hear()
        near.play(0, "turn")
        assert far.hear()["state"] == "running"
        assert near.hear() == far.hear()
        assert seat.look()["state"] == "finished"


def test_an_answer_comes_once(seat, player, sites):
    with sites[0].table(player, seat.attempt) as table:
        table.hear()
        for ply in range(5):
            assert table.play(ply, "turn")["view"]["ply"] == ply + 1
        assert table.play(0, "redeal")["code"] == "stale_ply"
        assert table.play(5, "redeal")["code"] == "illegal_move"
        assert quiet(table)
