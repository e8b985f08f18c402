"""Receipts, the site's signed statements about logs, and the keys that check them."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...play.seen_deals import note_seen_game
from ...proofs.history.evidence import inclusion_of
from ...proofs.receipts.keys import keys_json
from ...proofs.receipts.signed_receipt import receipt_of, signed_receipt
from ...web.caching import by_all
from ..authentication import viewer_of
from ..describe import described
from ..resources.receipts import KeysResource, SignedReceiptResource
from .lookups import visible_log
from .view import ApiView


class ReceiptView(ApiView):
    @described(
        "get_receipt",
        "The result of a game, signed by the site, to be checked offline. The round must be closed "
        "for everyone, and the viewer must be allowed to see the log.",
        gives=SignedReceiptResource,
        problems=("embargo",),
    )
    def get(self, request: Request, log_id: str) -> Response:
        log, seen = visible_log(log_id, viewer_of(request))
        if log.attempt is None:
            raise NotFound
        site = request.build_absolute_uri("/").removesuffix("/")
        receipt = receipt_of(log, seen, site=site)
        note_seen_game(seen, log.attempt)
        return Response({**signed_receipt(receipt), "inclusion": inclusion_of(receipt)})


class KeysView(ApiView):
    kept = by_all()
    worded = False

    @described(
        "get_keys", "The public keys with which receipts of this site are checked.", gives=KeysResource
    )
    def get(self, request: Request) -> Response:
        return Response(keys_json())
