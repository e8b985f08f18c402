"""The games that count in a round as one tree, in which equal beginnings are one branch. Branches that few
players took are left out.
"""

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ...play.seen_deals import note_seen
from ...solving.tree.grow_tree import prune, usual_least
from ...solving.tree.round_trees import grown_tree, stored_tree
from ...web import costs
from ...web.caching import CHECKED
from ...web.limits import charge
from ..describe import described
from ..forms.queries import TreeQuery
from ..read_request import read_query
from ..resources.trees import TreeResource, tree_json
from ..tags import tag_of, unchanged
from .lookups import revealed_round
from .view import ApiView


class TreeView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_tree",
        "All games that count in a round as a tree of moves. The round must be closed for everyone.",
        asks=TreeQuery,
        gives=TreeResource,
        problems=("not_entered", "embargo"),
    )
    def get(self, request: Request, competition_id: str, number: int) -> HttpResponseBase:
        seen, round = revealed_round(request, competition_id, number)
        asked = read_query(TreeQuery, request)["least"]
        tag = tag_of(request.build_absolute_uri(), round.pk, seen.competition.changes)
        if (known := unchanged(request, tag)) is not None:
            return known
        tree = stored_tree(round)
        if tree is None:
            charge(request, costs.of_tree(seen.competition.entrants))
            tree = grown_tree(round)
        note_seen(seen, round)
        least = max(tree.least, usual_least(tree) if asked is None else asked)
        return Response(tree_json(prune(tree.branches, least), least=least), headers={"ETag": tag})
