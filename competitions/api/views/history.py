"""The history, a Merkle tree of commitments and certified results: its head, its leaves and its proofs."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...models import Leaf
from ...proofs.history import evidence
from ...web.caching import CHECKED
from ..describe import described
from ..forms.queries import ConsistencyQuery, InclusionQuery, LeavesQuery
from ..paging import LEAVES
from ..read_request import read_query
from ..resources.history import CheckpointResource, ConsistencyResource, InclusionResource, LeafResource
from ..resources.resource import page_of
from .view import ApiView


class CheckpointView(ApiView):
    @described(
        "get_checkpoint",
        "The signed head of the history. Keep the head to prove later that nothing before it was changed.",
        gives=CheckpointResource,
    )
    def get(self, request: Request) -> Response:
        return Response(evidence.checkpoint(timezone.now()))


class LeavesView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "list_leaves",
        "The leaves of the history in order: published commitments and certified results.",
        asks=LeavesQuery,
        gives=page_of(LeafResource),
    )
    def get(self, request: Request) -> Response:
        query = read_query(LeavesQuery, request)
        page = LEAVES.page(Leaf.objects.filter(number__gte=query["from"]), request, query)
        return Response(page.json(LeafResource.each(page.rows)))


class ConsistencyView(ApiView):
    kept = CHECKED

    @described(
        "get_consistency",
        "The proof that the history at the smaller size is the beginning of the history at the larger size.",
        asks=ConsistencyQuery,
        gives=ConsistencyResource,
    )
    def get(self, request: Request) -> Response:
        return Response(evidence.consistency(**read_query(ConsistencyQuery, request)))


class InclusionView(ApiView):
    kept = CHECKED

    @described(
        "get_inclusion",
        "The proof that a leaf is in the history of a given size.",
        asks=InclusionQuery,
        gives=InclusionResource,
    )
    def get(self, request: Request) -> Response:
        return Response(evidence.inclusion(**read_query(InclusionQuery, request)))
