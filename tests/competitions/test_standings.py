"""The scoreboard: shared ranks, worst scores for what was not played, rounds that open later."""

import pytest

from tests.clients.contests import golden, golden_round, moves_scoring

from .stored import row_counts

TWO = [golden_round(), golden_round(n=1)]
UNKNOWN = {"score": None, "won": False, "points": None, "moves": None, "elapsed_ms": None} | dict.fromkeys(
    ("granted", "set_aside", "seen_before"), False
)


@pytest.fixture
def play(crowd, clock):
    """Guests of these names join, in order, and send a log of their score; None joins alone."""

    def play(event, scores, round=1, **deal):
        players = {}
        for name, score in scores.items():
            clock.forward(seconds=1)
            [players[name]] = crowd([name])
            assert players[name].join(event).status == 201
            if score is not None:
                assert players[name].submit(event, moves_scoring(score, **deal), round).status == 201
        return players

    return play


@pytest.fixture
def sealed(owner, rival):
    """A sealed contest, and the rival's attempt that has begun."""
    event = owner.create_for(rival, play="sealed", rounds=[{"game": "three-by-three"}])
    before = owner.standings(event)["version"]
    return event, rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body, before


def test_equal_totals_share_a_rank_and_who_has_not_played_comes_last_in_order_of_joining(owner, play):
    event = owner.create()
    play(event, {"Zoe": None, "Ann": 25, "Yan": None, "Bea": 20, "Cyd": 15, "Dot": 20})
    assert owner.places(event) == [
        *((1, "Cyd", 15), (2, "Bea", 20), (2, "Dot", 20), (4, "Ann", 25)),
        *((None, "Zoe", 30), (None, "Yan", 30)),
    ]
    rows = owner.standings(event)["results"]
    assert [row["tied"] for row in rows] == [False, True, True, False, False, False]
    assert [row["rounds"] == [None] for row in rows] == [False] * 4 + [True] * 2
    assert {row["among"] for row in rows} == {4}


def test_a_row_says_all_that_a_scoreboard_shows(owner, play):
    event = owner.create()
    player = play(event, {"Ann": 20})["Ann"]
    [row] = owner.standings(event)["results"]
    attempt = row["rounds"][0].pop("attempt")
    assert (len(row.pop("entry")), len(attempt), row.pop("newest")) == (16, 16, attempt)
    cell = UNKNOWN | {"score": 20, "moves": len(moves_scoring(20)), "state": "finished"}
    assert row == (
        {"rank": 1, "tied": False, "player": player.player, "disqualified": False, "total": 20}
        | {"playing": False, "played": 1, "so_far": None, "among": 1, "rounds": [cell]}
        | {"tie_break": [], "decided_by": None}
    )


def test_of_a_running_attempt_a_row_says_only_that_it_is_running(rival, anyone, sealed):
    event, begun, before = sealed
    sheet = anyone.standings(event)
    [row] = sheet["results"]
    assert (row["rank"], row["total"]) == (None, 30)
    assert row["rounds"] == [UNKNOWN | {"state": "running", "attempt": None}]
    assert sheet["version"] > before
    first = {"ply": 0, "moves": begun["view"]["legal"][:1]}
    assert rival.post(f"/attempts/{begun['id']}/moves", first).status == 200
    assert anyone.standings(event) == sheet, "how far it is shows nowhere"


def test_a_finished_attempt_has_a_score_the_moves_and_the_time(owner, rival, clock, sealed):
    event, begun, _ = sealed
    clock.forward(seconds=2.5)
    rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": begun["view"]["legal"][:1]})
    clock.forward(seconds=60)
    ended = rival.post(f"/attempts/{begun['id']}/finish", {}).body
    known = {"score": ended["score"], "moves": 1, "elapsed_ms": 2500, "attempt": begun["id"]}
    assert owner.standings(event)["results"][0]["rounds"] == [UNKNOWN | known | {"state": "finished"}]


def test_who_plays_now_is_marked_until_the_game_ends_though_it_does_not_count(owner, rival):
    event = owner.create_for(rival, rounds=TWO, attempts=2, counts="first")
    rival.submit(event, moves_scoring(20))

    def read():
        whole, first, second = (owner.standings(event, **query) for query in ({}, {"round": 1}, {"round": 2}))
        cell = whole["results"][0]["rounds"][0]
        assert (cell["score"], cell["state"]) == (20, "finished"), "the one that counts is not hidden"
        return whole["version"], *(sheet["results"][0]["playing"] for sheet in (whole, first, second))

    version, *playing = read()
    assert playing == [False, False, False]
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    started, *playing = read()
    assert started > version
    assert playing == [True, True, False]
    rival.post(f"/attempts/{begun['id']}/finish", {})
    ended, *playing = read()
    assert ended > started, "watchers are told that nobody plays any more"
    assert playing == [False, False, False]


def test_a_total_sums_the_rounds_and_counts_the_worst_for_one_not_played(owner, play):
    event = owner.create(rounds=[golden_round(), golden_round("wish"), golden_round("pyramid-one")])
    players = play(event, {"Ann": 20, "Bea": 28})
    assert owner.places(event) == [(1, "Ann", 20 + 32 + 28), (2, "Bea", 28 + 32 + 28)]
    players["Bea"].submit(event, moves_scoring(2, "wish"), round=2)
    assert owner.places(event) == [(1, "Bea", 28 + 2 + 28), (2, "Ann", 20 + 32 + 28)]
    scores = [[cell and cell["score"] for cell in row["rounds"]] for row in owner.standings(event)["results"]]
    assert scores == [[28, 2, None], [20, None, None]]


def test_the_worst_score_is_that_of_the_options_in_force(owner, rival):
    event = owner.create_for(rival, rounds=[golden_round("winabit-5a"), golden_round("winabit-5b")])
    assert owner.places(event) == [(None, "Ray Rival", -24 - 25)]


def test_while_rounds_are_missing_a_row_says_what_was_scored_in_how_many_of_those_that_opened(
    owner, play, clock
):
    event = owner.create(
        rounds=[golden_round(), golden_round("wish"), golden_round(n=1, opens_at=clock.after(hours=1))]
    )
    players = play(event, {"Ann": 20, "Bea": None})

    def so_far(**query):
        return [row["so_far"] for row in owner.standings(event, **query)["results"]]

    assert so_far() == [{"score": 20, "rounds": 1, "of": 2}, None]
    players["Ann"].submit(event, moves_scoring(2, "wish"), round=2)
    assert so_far() == [None, None], "nothing is missing"
    clock.forward(hours=1)
    assert so_far() == [{"score": 22, "rounds": 2, "of": 3}, None]
    assert so_far(round=3) == [None, None]


def test_a_round_that_opens_moves_every_total_and_the_version_without_a_write(owner, play, clock):
    first = golden_round(closes_at=clock.after(minutes=30))  # a closed round counts still
    event = owner.create(rounds=[first, golden_round(n=1, opens_at=clock.after(hours=1))])
    players = play(event, {"Ann": 20, "Bea": None})
    before, rows = owner.standings(event), row_counts()
    assert owner.places(event) == [(1, "Ann", 20), (None, "Bea", 30)]
    clock.forward(hours=1)
    after = owner.standings(event)
    assert owner.places(event) == [(1, "Ann", 50), (None, "Bea", 60)]
    assert after["version"] > before["version"]
    assert row_counts() == rows
    players["Bea"].submit(event, golden(n=1)["log"]["moves"], round=2)
    assert owner.places(event)[0][1:] == ("Bea", 30 + golden(n=1)["result"]["score"])


def test_nothing_counts_before_the_first_round_opens_and_a_closed_one_counts_still(owner, rival, play, clock):
    event = owner.create_for(rival, opens_at=clock.after(hours=1))
    for query in ({}, {"round": 1}):
        assert owner.places(event, **query) == [(None, "Ray Rival", None)]
    closing = owner.create(rounds=[golden_round(closes_at=clock.after(hours=1)), golden_round(n=1)])
    play(closing, {"Ann": 20})
    clock.forward(hours=2)
    assert owner.places(closing) == [(1, "Ann", 50)]


def test_one_round_has_standings_of_its_own(owner, play):
    event = owner.create(rounds=TWO)
    players = play(event, {"Ann": 15, "Bea": 20, "Cyd": None})
    players["Cyd"].submit(event, golden(n=1)["log"]["moves"], round=2)
    score = golden(n=1)["result"]["score"]
    assert owner.places(event, round=1) == [(1, "Ann", 15), (2, "Bea", 20), (None, "Cyd", 30)]
    assert owner.places(event, round=2) == [(1, "Cyd", score), (None, "Ann", 30), (None, "Bea", 30)]
    for round in (0, 3, 99):
        assert owner.get(f"/competitions/{event['id']}/standings", round=round).outcome == (404, "not_found")


def test_the_version_grows_with_what_is_shown_and_with_nothing_else(owner, rival, event):
    versions = []
    for moves in (moves_scoring(20), moves_scoring(25), ["nonsense"], moves_scoring(15)):
        rival.submit(event, moves)
        versions.append(owner.standings(event)["version"])
    assert versions[0] == versions[1] == versions[2] < versions[3]


def test_an_empty_contest_has_empty_standings_and_none_nobody_made(owner, anyone):
    sheet = owner.standings(owner.create())
    assert (sheet["total"], sheet["results"], sheet["next"], sheet["previous"]) == (0, [], None, None)
    assert anyone.get("/competitions/2222222222222222/standings").outcome == (404, "not_found")


def test_standings_of_an_invite_only_contest_are_for_its_own(owner, rival, stranger, anyone):
    path = f"/competitions/{owner.create_for(rival, access='invite')['id']}/standings"
    assert [who.get(path).status for who in (owner, rival)] == [200, 200]
    assert [who.get(path).outcome for who in (stranger, anyone)] == [(403, "not_entered")] * 2


@pytest.mark.extra
@pytest.mark.parametrize(
    ("game", "scores"), [("three-by-three", (20, 15, 20)), ("winabit-5a", (-20, -10, -20))]
)
def test_every_database_puts_entries_in_the_same_order(committed, clock, game, scores):
    owner = committed.guest("Olga Owner")
    event = owner.create(rounds=[golden_round(game), golden_round(game, n=1)])
    names = ("Ann", "Bea", "Cyd", "Dot", "Eve")
    players = [committed.guest(name) for name in names]
    for player in players:
        clock.forward(seconds=1)
        player.join(event)
    for player, score in zip(players, scores, strict=False):
        assert player.submit(event, moves_scoring(score, game)).status == 201
    order = [(1, "Bea"), (2, "Ann"), (2, "Cyd"), (None, "Dot"), (None, "Eve")]
    for query in ({}, {"round": 1}):
        assert [place[:2] for place in owner.places(event, **query)] == order
        assert [place[:2] for place in players[4].places(event, around="me", **query)] == order
    assert [place[1] for place in owner.places(event, round=2)] == [*names]
    assert {player.standings(event, around="me", round=2)["total"] for player in players} == {5}
