"""Ratings for the tests of pages, as they would be stored."""

from datetime import timedelta

from django.utils import timezone

from competitions.models import Competition, Player, RatedRound, Rating, RatingChange


def rate(
    player: Player, *events: Competition, changes: list[int], rounds: int = 12, days_ago: int = 1
) -> Rating:
    """Let the first round of each event, the first certified first, have changed the player's rating at its
    game so; `rounds` is how many there were in all."""
    at = timezone.now() - timedelta(days=days_ago)
    Competition.objects.filter(pk__in=[event.pk for event in events]).update(
        closes_at=at - timedelta(hours=1), opens_at=at - timedelta(hours=2), certified_at=at
    )
    rating = 1500
    for number, (event, change) in enumerate(zip(events, changes, strict=True)):
        [round, *_] = event.rounds_in_order
        moment = at + timedelta(seconds=number)
        slug, rating = round.deal.game_slug, rating + change
        rated, _ = RatedRound.objects.get_or_create(
            round=round, defaults={"game_slug": slug, "certified_at": moment, "due": False}
        )
        after = {"player": player, "game_slug": slug, "rating": rating, "deviation": 81, "rounds": rounds}
        RatingChange.objects.create(
            **after, rated_round=rated, certified_at=rated.certified_at, change=change, rank=2, field=7
        )
    return Rating.objects.create(**after, rated_at=moment)
