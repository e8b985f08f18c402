"""Receipts, which `receipts.writing` writes, and the keys that they are checked with."""

from rest_framework import serializers

from ...receipts.keys import ALGORITHM
from ..fields import Choice, Flag, Moment, Options, Text, Whole
from .players import PlayerResource
from .resource import Written


class PlayedDealResource(Written):
    game = Text()
    rules = Options(child=Text())
    seed = Text()


class PlayedContestResource(Written):
    id = Text()
    name = Text()


class ReceiptResource(Written):
    """What a game came to."""

    version = Whole(help_text="Of the form of receipts.")
    site = Text()
    log = Text(help_text="Its id.")
    competition = PlayedContestResource()
    state = Text(help_text="The state of the competition: places stand once it is `final`.")
    round = Whole()
    player = PlayerResource(help_text="As they are called in the competition.")
    deal = PlayedDealResource()
    commitment = Text(help_text="What was published of the seed beforehand.")
    moves = serializers.ListField(child=Text())
    score = Whole()
    won = Flag()
    finished = Flag()
    place = Whole(
        allow_null=True,
        help_text="In the round; null for one who is disqualified, and for a game instead of which another "
        "one of the player counts.",
    )
    field = Whole(help_text="How many entries the place is among.")
    started_at = Moment()
    ended_at = Moment()


class SignedReceiptResource(Written):
    """A receipt with its signature."""

    receipt = ReceiptResource()
    key = Text(help_text="The id of the key that signed it.")
    signature = Text(help_text="Over `receipt` as canonical JSON (RFC 8785), in base64.")


class KeyResource(Written):
    id = Text(help_text="The first 16 hex digits of the SHA-256 of the public key.")
    algorithm = Choice([ALGORITHM])
    public = Text(help_text="The 32 bytes of the public key, in base64.")


class KeysResource(Written):
    keys = KeyResource(many=True)
