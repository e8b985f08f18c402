"""Trees of games, counted by hand."""

from competitions.solving.tree import grow_tree
from competitions.solving.tree.grow_tree import CountedGame, grow, prune, usual_least


def games(*played):
    """Games with their scores, the best first; a letter is a move."""
    return [CountedGame(score, f"{score}{moves}", list(moves)) for score, moves in played]


def told(branches):
    return [(each.ply, each.move, each.players, each.best, each.half) for each in branches]


def test_games_run_together_until_they_split():
    """Of four that began with a, two went on with b, one with c, and one gave up; one began with b."""
    tree = grow(games((1, "ab"), (3, "ac"), (5, "b"), (7, "abd"), (9, "a")))
    assert told(tree.branches) == [
        (0, None, 5, 1, 5),
        (1, "a", 4, 1, 3),
        (2, "b", 2, 1, 1),
        (3, "d", 1, 7, 7),
        (2, "c", 1, 3, 3),
        (1, "b", 1, 5, 5),
    ]
    assert tree.branches[2].log == "1ab"
    assert [each.move for each in prune(tree.branches, 2)] == [None, "a", "b"]


def test_a_branch_is_usually_shown_if_one_in_fifty_came_to_it():
    assert [usual_least(grow(games(*[(1, "a")] * n))) for n in (1, 50, 51, 101)] == [1, 1, 2, 3]


def test_what_few_have_played_is_left_out_first(monkeypatch):
    """Five branches are kept: the root, a and b, to which two came each, and none of their four ends."""
    monkeypatch.setattr(grow_tree, "MOST_BRANCHES", 5)
    tree = grow(games((1, "ac"), (2, "ad"), (3, "be"), (4, "bf")))
    assert told(tree.branches) == [(0, None, 4, 1, 2), (1, "a", 2, 1, 1), (1, "b", 2, 3, 3)]
    assert tree.least == 2


def test_it_is_no_deeper_than_readers_can_follow(monkeypatch):
    monkeypatch.setattr(grow_tree, "MOST_PLIES", 2)
    assert [each.ply for each in grow(games((1, "abcd"))).branches] == [0, 1, 2]
