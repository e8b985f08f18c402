"""Notices as their player reads them."""

from ...models import Kind, NoticeType
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .entries import EntrantResource
from .resource import RenderedResource, Resource


@meaning("The competition that a notice is about.")
class NoticeCompetitionData(RenderedResource):
    id = Text(help_text="The id of the competition.")
    name = Text(help_text="The competition's name; for a draft, a text that says that it is a draft.")
    kind = Choice(Kind.values, help_text="The kind of the competition.")


@meaning("What an organiser did to the player's entry, or about the player as an organiser.")
class NoticeActData(RenderedResource):
    act = Choice(
        [
            *("disqualify", "reinstate", "rename", "grant_attempt", "grant_time", "set_aside"),
            *("count_again", "message", "share", "unshare", "hand_over"),
        ],
        help_text="What was done.",
    )
    round = Whole(allow_null=True, help_text="The number of the round that the act concerns; null for none.")
    reason = Text(help_text="The reason, or the text of a `message`; empty for acts that need no reason.")


@meaning("A circle that its owner took the player out of.")
class NoticeCircleData(RenderedResource):
    id = Text(
        help_text="The circle's id. A player who is no longer in the circle finds nothing under this id."
    )
    name = Text(help_text="The circle's name when the notice was written.")
    member = Flag(help_text="Whether the player was still in the circle then.")


@meaning("The subject of a notice. Fields that do not belong to its type are null.")
class NoticeData(RenderedResource):
    competition = NoticeCompetitionData(
        allow_null=True, help_text="The competition that the notice is about."
    )
    player = EntrantResource(
        allow_null=True,
        help_text="The other player, who overtook the player, plays against the player, or made the duel.",
    )
    act = NoticeActData(allow_null=True, help_text="What an organiser did.")
    circle = NoticeCircleData(allow_null=True, help_text="The circle that the notice is about.")
    webhook = Text(allow_null=True, help_text="The id of the webhook that was stopped.")


@meaning("A message to a player, which is sent once.")
class NoticeResource(RenderedResource):
    id = Text(help_text="The id of the notice.")
    type = Choice(NoticeType.choices, help_text="The type of the notice.")
    at = Moment(help_text="When the notice was written. Send this time to `POST notices/read`.")
    read = Flag(help_text="Whether the player has read the notice.")
    text = Text(help_text="The notice as a sentence for people.")
    path = Text(help_text="The path of the page about the notice's subject.")
    data = NoticeData(help_text="The subject of the notice.")


@meaning("How many notices the player has not read.")
class UnreadResource(Resource):
    unread = Whole(help_text="The number of unread notices.")
