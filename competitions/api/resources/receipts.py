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


@meaning("Where it was played.")
class PlayedContestResource(RenderedResource):
    id = Text(help_text="The id of the competition.")
    name = Text(help_text="What the competition is called.")


@meaning("What a game came to.")
class ReceiptResource(RenderedResource):
    version = Whole(help_text="The version of the form that receipts have.")
    site = Text(help_text="The address of the site that gives the receipt.")
    log = Text(help_text="The id of the log.")
    competition = PlayedContestResource(help_text="The competition.")
    state = Text(help_text="The state of the competition. Places no longer change once it is `final`.")
    round = Whole(help_text="The number of the round.")
    player = PlayerResource(help_text="The player, with the name in the competition.")
    deal = PlayedDealResource(help_text="The deal.")
    commitment = Text(help_text="The commitment to the seed, published before the round opened.")
    moves = serializers.ListField(child=Text(), help_text="The moves, in their canonical form.")
    score = Whole(help_text="What the game counts.")
    won = Flag(help_text="Whether it was won.")
    finished = Flag(help_text="Whether the game came to its end; false if it was given up.")
    place = Whole(
        allow_null=True,
        help_text="The place in the round; null for a disqualified player, and for a game that does not "
        "count.",
    )
    field = Whole(help_text="How many entries the place is among.")
    started_at = Moment(help_text="When the attempt was started.")
    ended_at = Moment(help_text="When it ended.")
    rules_version = Whole(help_text="The version of the rules by which the game was judged.")


@meaning("A receipt with its signature.")
class SignedReceiptResource(RenderedResource):
    receipt = ReceiptResource(help_text="What is signed.")
    key = Text(help_text="The id of the key that made the signature.")
    signature = Text(help_text="The signature over `receipt` as canonical JSON (RFC 8785), in base64.")
    inclusion = InclusionResource(
        allow_null=True,
        help_text="The proof that the result is in the history; null until a moment after the result is "
        "certified. Also null if the game does not count.",
    )


@meaning("A public key of this site.")
class KeyResource(RenderedResource):
    id = Text(help_text="Its id: the first 16 hex digits of the SHA-256 of the public key.")
    algorithm = Choice([ALGORITHM], help_text="What kind of key it is.")
    public = Text(help_text="The 32 bytes of the public key, in base64.")
    first_used_at = Moment(
        allow_null=True,
        help_text="When the site first noted that it signs with this key; null if it never did.",
    )
    last_used_at = Moment(
        allow_null=True,
        help_text="When the site last noted that it signs with this key; null if it never did.",
    )


@meaning("The keys that receipts are checked with; old ones stay listed.")
class KeysResource(RenderedResource):
    keys = KeyResource(many=True, help_text="Each of them.")
