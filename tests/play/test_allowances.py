"""What a player may send: no human reaches it, nobody exceeds it for long."""

from competitions.realtime.allowances import A_SECOND, AT_ONCE, Allowance, Allowances


def test_a_burst_is_allowed_and_then_no_more():
    allowance = Allowance()
    assert [allowance.debt(100.0) for _ in range(int(AT_ONCE))] == [0.0] * int(AT_ONCE)
    assert allowance.debt(100.0) > 0


def test_an_even_pace_is_allowed_for_ever():
    allowance = Allowance()
    assert not any(allowance.debt(100 + n / A_SECOND) for n in range(10_000))


def test_who_waits_as_told_may_go_on():
    allowance = Allowance()
    now = 100.0
    while not (debt := allowance.debt(now)):
        pass
    assert allowance.debt(now + debt + 1 / A_SECOND) == 0


def test_who_does_not_wait_is_told_to_wait_longer():
    allowance = Allowance()
    debts = [allowance.debt(100.0) for _ in range(int(AT_ONCE) + 300)]
    assert debts == sorted(debts)
    assert debts[-1] > 1


def test_all_sockets_of_a_player_share_one_and_others_have_their_own():
    allowances = Allowances()
    assert allowances.of("a") is allowances.of("a") is not allowances.of("b")


def test_no_more_players_are_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr("competitions.realtime.allowances.REMEMBERED", 2)
    allowances = Allowances()
    first = allowances.of("a")
    allowances.of("b"), allowances.of("a"), allowances.of("c")
    assert allowances.of("a") is first
    assert len(allowances.known) == 2
