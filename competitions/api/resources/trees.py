"""All games of a round as one tree, in which equal beginnings are one branch."""

from collections.abc import Sequence

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ...solving.tree.grow_tree import Branch
from ..describe import meaning
from ..fields import Text, Whole
from .resource import Body, RenderedResource


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/Branch"}})
class Branches(serializers.ListField):
    """The list of branches that follow a branch. The schema is recursive, because each branch in the list has
    a list of its own."""


@meaning("A move that players made after the same earlier moves. The root of the tree has no move.")
class BranchResource(RenderedResource):
    move = Text(allow_null=True, help_text="The move; null for the root.")
    ply = Whole(help_text="How many moves were made, including this one.")
    players = Whole(
        help_text="How many players made these moves, including players whose next branches are left out."
    )
    best = Whole(allow_null=True, help_text="The best final score of these players; null if there are none.")
    half = Whole(
        allow_null=True,
        help_text="The score that the better half of these players reached or beat; null if there are none.",
    )
    log = Text(allow_null=True, help_text="The id of these players' best log; null if there are none.")
    children = Branches(help_text="The next moves of these players, the most frequent first.")


@meaning("All games of a round that count, as one tree.")
class TreeResource(BranchResource):
    children = BranchResource(many=True, help_text="The first moves, the most frequent first.")
    least = Whole(help_text="A branch is shown only if at least this many players made its moves.")


def tree_json(branches: Sequence[Branch], *, least: int) -> Body:
    """The tree as nested JSON. `branches` are in depth-first order, the root first. The root also gets
    `least`: only branches whose moves at least this many players made are shown."""
    if not branches:
        return _node(Branch(0, None, 0, 0, 0, "")) | {"best": None, "half": None, "log": None, "least": least}
    path: list[Body] = []
    for branch in branches:
        node = _node(branch)
        del path[branch.ply :]
        if path:
            path[-1]["children"].append(node)
        path.append(node)
    return path[0] | {"least": least}


def _node(branch: Branch) -> Body:
    return {
        "move": branch.move,
        "ply": branch.ply,
        "players": branch.players,
        "best": branch.best,
        "half": branch.half,
        "log": branch.log,
        "children": [],
    }
