"""The board of a week over REST: whose results count, and what each viewer may know of them."""

import pytest

from competitions.models import Competition, Entry


@pytest.fixture
def three(owner, rival, stranger, circle, join):
    """Olga, Ray and Sam, who are in the circle."""
    for player in (rival, stranger):
        join(player, circle)
    return owner, rival, stranger


def seen(rows):
    return [(row["rank"], row["player"]["name"].split()[0], row["points"], row["played"]) for row in rows]


def placed(*rows):
    """The same, of players in order, each with points and how many they played, and then of all others."""
    ranked = [
        (rank, name, float(points), played) for rank, (name, points, played) in enumerate(rows, start=1)
    ]
    others = [name for name in ("Olga", "Ray", "Sam") if name not in [row[1] for row in ranked]]
    return ranked + [(None, name, 0.0, 0) for name in others]


@pytest.mark.extra
def test_places_among_the_members_bring_points(three, anyone, circle, board, play, clock):
    olga, ray, sam = three
    for day in ([(anyone.guest("Best of all"), 0), (olga, 4), (ray, 9)], [(olga, 7), (ray, 7), (sam, 3)]):
        for player, score in day:
            play(player, score=score)
        clock.forward(days=1)
    clock.forward(hours=-12)
    rows = board(ray, circle, week="2026-W47", game="wish")
    assert seen(rows) == placed(("Olga", 41.5, 2), ("Ray", 34.5, 2), ("Sam", 25, 1))
    assert rows[0]["days"] == [None] * 5 + [{"points": 25.0, "score": 4}, {"points": 16.5, "score": 7}]
    assert rows[0]["player"] == olga.player
    of_all_games = board(ray, circle, week="2026-W47")
    assert seen(of_all_games) == seen(rows)
    assert of_all_games[2]["days"][6] == {"points": 25.0, "score": None}
    assert seen(board(ray, circle)) == placed()


def test_a_week_is_named_with_its_days_and_what_names_none_is_refused(owner, circle):
    path = f"/circles/{circle['id']}/board"
    told = owner.get(path).body
    assert (told["week"], told["days"]) == ("2026-W47", [f"2026-11-{day}" for day in range(16, 23)])
    for week in ("2026-47", "2026-W00", "2026-W54", "0000-W01", "9999-W52", "2025-W53", "x", ""):
        assert owner.get(path, week=week).refused_for("week")
    assert owner.get(path, game="none").refused_for("game")


@pytest.mark.extra
def test_a_viewer_knows_a_dailys_results_after_ending_it_or_after_its_close(
    three, circle, board, play, clock
):
    """Until then nothing of them shows: no points, no rank, not who has played, nor an order."""
    olga, ray, sam = three
    play(sam, score=3)
    play(ray, score=9)
    assert seen(board(sam, circle)) == placed(("Sam", 25, 1), ("Ray", 18, 1))
    assert seen(board(olga, circle)) == placed()
    play(olga, ends=False)
    assert seen(board(olga, circle)) == placed()
    play(olga, "pyramid", score=5)
    assert seen(board(olga, circle)) == placed(("Olga", 25, 1))
    play(olga, moves=0)
    assert seen(board(olga, circle)) == placed(("Olga", 40, 2), ("Sam", 25, 1), ("Ray", 18, 1))
    clock.forward(hours=12)
    assert seen(board(ray, circle, week="2026-W47"))[0] == (1, "Olga", 40.0, 2)


def test_only_who_played_is_placed(three, circle, board, play):
    """Not who has looked at the cards alone; but who was still playing at the close, and has made a move."""
    olga, ray, sam = three
    play(olga, score=4)
    play(ray, moves=0)
    play(sam, ends=False)
    assert seen(board(olga, circle)) == placed(("Olga", 25, 1))


@pytest.mark.extra
def test_cancelled_dailies_disqualified_entries_and_former_members_do_not_count(
    three, circle, board, play, clock
):
    olga, ray, sam = three
    event = play(olga, score=9)
    play(ray, score=4)
    play(sam, score=6)
    Entry.objects.filter(player=ray.player["id"]).update(disqualified_at=clock.now)
    assert seen(board(sam, circle)) == placed(("Sam", 25, 1), ("Olga", 18, 1))
    olga.request("DELETE", f"/circles/{circle['id']}/members/{sam.player['id']}")
    assert seen(board(olga, circle)) == placed(("Olga", 25, 1))[:2]
    Competition.objects.filter(pk=event.pk).update(cancelled_at=clock.now)
    assert seen(board(olga, circle)) == placed()[:2]


@pytest.mark.extra
def test_a_board_costs_the_same_for_few_members_and_for_many(
    owner, crowd, circle, join, play, django_assert_num_queries
):
    token_and_membership, dailies, viewpoints, members_and_results = 3, 2, 2, 2
    play(owner)
    play(owner, "well")
    for names in (["Ann"], ["Bea", "Cleo", "Dora"]):
        for guest in crowd(names):
            join(guest, circle)
            play(guest)
        with django_assert_num_queries(token_and_membership + dailies + viewpoints + members_and_results):
            owner.get(f"/circles/{circle['id']}/board")
