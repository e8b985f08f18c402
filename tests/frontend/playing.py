"""What players do in a contest, through the use cases; and closing a contest."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.join import join
from competitions.models import Competition, Player, Round
from competitions.play import dealer
from competitions.play.submit_log import judge, submit_log


def enter(competition: Competition, player: Player) -> Any:
    return join(competition=competition, player=player, invite=competition.invite, now=timezone.now())[0]


def play(competition: Competition, player: Player, moves: list[str], number: int = 1) -> Any:
    """Send the player's log, after joining if they have not."""
    round = Round.objects.select_related("deal", "competition").get(competition=competition, number=number)
    return submit_log(
        entry=enter(competition, player),
        round=round,
        moves=moves,
        verdict=judge(deal=round.deal, moves=moves),
        now=timezone.now(),
    )


def play_sealed(competition: Competition, player: Player, moves: list[str]) -> Any:
    """Play the first round on the server for 65 seconds, then give up; return the log."""
    entry = enter(competition, player)
    seat, _ = dealer.start_attempt(entry=entry, round=competition.rounds.all()[0], now=timezone.now())
    now = seat.attempt.started_at
    dealer.play_moves(attempt_id=seat.attempt.pk, ply=0, moves=moves, now=now + timedelta(seconds=65))
    return dealer.finish(attempt_id=seat.attempt.pk, now=now + timedelta(seconds=66)).attempt.log


def close(competition: Competition) -> None:
    """Move the contest's window into the past: it began two hours ago and ended an hour ago."""
    now, hour = timezone.now(), timedelta(hours=1)
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now - 2 * hour, opens_at=now - 2 * hour, closes_at=now - hour
    )


def start(competition: Competition, player: Player, number: int = 1) -> dealer.Snapshot:
    """Begin an attempt of the player's now."""
    round = Round.objects.get(competition=competition, number=number)
    snapshot, _ = dealer.start_attempt(entry=enter(competition, player), round=round, now=timezone.now())
    return snapshot


def daily_of(slug: str, day: datetime | None = None) -> Competition:
    """The deal of a game of this day, today's unless told otherwise, made if nobody has made it."""
    day = day or timezone.now()
    make_dailies(day)
    return Competition.objects.with_rounds().get(daily__game_slug=slug, daily__date=day.date())


def first_move(competition: Competition) -> str:
    """A move that the first round's cards allow at once."""
    deal = competition.rounds.all()[0].deal
    return next(iter(deal.game.deal(deal.seed, deal.rules).legal())).text
