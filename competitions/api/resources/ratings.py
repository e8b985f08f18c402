"""Leaderboards of games, and the history of a player's rating."""

from ..describe import meaning
from ..fields import Flag, Moment, Text, Whole
from .players import PlayerResource
from .resource import PageResource, Resource


@meaning("A row of a leaderboard.")
class LeaderboardRowResource(Resource):
    rank = Whole(help_text="1 for the highest rating; equal ratings share a rank.")
    player = PlayerResource(source="of.player", help_text="The player.")
    rating = Whole(source="of.rating", help_text="The player's rating at the game.")
    deviation = Whole(
        source="of.deviation",
        help_text="How uncertain the rating is. The more rounds were rated, the smaller this is.",
    )
    events = Whole(source="of.rounds", help_text="From how many rounds the rating comes.")


@meaning("A page of a leaderboard.")
class LeaderboardPageResource(PageResource):
    changed = Flag(
        help_text="Whether a rating at the game has changed since the first page was read. Then rows may "
        "be missing, or be on two pages: read the list from the beginning again."
    )
    results = LeaderboardRowResource(many=True, help_text="The rows, the highest rating first.")


@meaning("The change of a rating by one round.")
class RatingChangeResource(Resource):
    at = Moment(source="change.certified_at", help_text="When the results were certified.")
    rating = Whole(source="change.rating", help_text="The rating after the round.")
    deviation = Whole(source="change.deviation", help_text="The deviation after the round.")
    change = Whole(source="change.change", help_text="By how much the rating changed; negative if it fell.")
    competition = Text(
        source="round.competition_id",
        allow_null=True,
        help_text="The id of the competition; null if the competition is not public and the caller is "
        "neither an entrant nor an organiser of it.",
    )
    round = Whole(
        source="round.number",
        allow_null=True,
        help_text="The number of the round; null if `competition` is null.",
    )
    rank = Whole(
        allow_null=True,
        help_text="The place among the players whose results counted for ratings; null if `competition` "
        "is null.",
    )
    field = Whole(
        allow_null=True, help_text="How many results counted for ratings; null if `competition` is null."
    )
