"""The schemas of receipts, which `proofs.receipts` writes, and of the keys that check them."""

from rest_framework import serializers

from ...proofs.receipts.keys import ALGORITHM
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Options, Text, Whole
from .history import InclusionResource
from .players import PlayerResource
from .resource import RenderedResource


@meaning("The deal that was played.")
class PlayedDealResource(RenderedResource):
    game = Text(help_text="The slug of the game.")
    rules = Options(child=Text(), help_text="Every option of the game.")
    seed = Text(help_text="The seed of the deal.")


@meaning("The competition in which a game was played.")
class PlayedContestResource(RenderedResource):
    id = Text(help_text="The id of the competition.")
    name = Text(help_text="The name of the competition.")


@meaning("The result of a game, with everything that is needed to check it.")
class ReceiptResource(RenderedResource):
    version = Whole(help_text="The version of the format of receipts.")
    site = Text(help_text="The address of the site that issues the receipt.")
    log = Text(help_text="The id of the log.")
    competition = PlayedContestResource(help_text="The competition.")
    state = Text(
        help_text="The state of the competition. Once it is `final`, places change only if somebody is "
        "banned or a ban is lifted."
    )
    round = Whole(help_text="The number of the round.")
    player = PlayerResource(help_text="The player, with the name in the competition.")
    deal = PlayedDealResource(help_text="The deal.")
    commitment = Text(help_text="The commitment to the seed, published before the round opened.")
    moves = serializers.ListField(child=Text(), help_text="The moves, in their canonical form.")
    score = Whole(help_text="The score of the game.")
    won = Flag(help_text="Whether the game was won.")
    finished = Flag(help_text="Whether the game came to its end; false if it was given up.")
    place = Whole(
        allow_null=True,
        help_text="The place in the round; null for a disqualified player, and for a game that does not "
        "count.",
    )
    field = Whole(help_text="How many entries have a place in the round.")
    started_at = Moment(help_text="When the attempt was started.")
    ended_at = Moment(help_text="When the attempt ended.")
    rules_version = Whole(help_text="The version of the rules by which the game was replayed.")


@meaning("A receipt with its signature.")
class SignedReceiptResource(RenderedResource):
    receipt = ReceiptResource(help_text="The receipt that is signed.")
    key = Text(help_text="The id of the key that made the signature.")
    signature = Text(help_text="The signature over `receipt` as canonical JSON (RFC 8785), in base64.")
    inclusion = InclusionResource(
        allow_null=True,
        help_text="The proof that the result is in the history; null until a moment after the result is "
        "certified. Also null if the game does not count.",
    )


@meaning("A public key of this site.")
class KeyResource(RenderedResource):
    id = Text(help_text="The id of the key: the first 16 hex digits of the SHA-256 of the public key.")
    algorithm = Choice([ALGORITHM], help_text="The algorithm of the signatures.")
    public = Text(help_text="The 32 bytes of the public key, in base64.")
    first_used_at = Moment(
        allow_null=True,
        help_text="When the site first noted that it signs with this key; null if it never did.",
    )
    last_used_at = Moment(
        allow_null=True,
        help_text="When the site last noted that it signs with this key; null if it never did.",
    )


@meaning("The public keys with which receipts are checked. Old keys stay in the list.")
class KeysResource(RenderedResource):
    keys = KeyResource(many=True, help_text="The keys.")
