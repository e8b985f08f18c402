"""What follows a game, on its page and at the card table: the next game, and the streak of dailies."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.contests.dailies.calendar import DAY, dailies_of, start_of, today
from competitions.contests.dailies.streaks import streaks_of
from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Player, Round
from competitions.play.own_rounds import OwnRound, next_round
from games import GAMES

GAMES_IN_ORDER: Final = list(GAMES)


@dataclass(frozen=True)
class NextGame:
    round: Round
    is_todays: bool = False
    """Whether the next game is one of today's deals."""
    joins: bool = False
    """Whether the button that leads to the next game also joins its contest."""


@dataclass(frozen=True)
class DailyNews:
    """What a player of today's deals is told after the game."""

    streak: int
    """How many days in a row the player has played this game's daily."""
    new_cards_at: datetime


@dataclass(frozen=True)
class AfterGame:
    next: NextGame | None
    daily: DailyNews | None
    """What the player is told about today's deals; None unless the game was one of them."""


def after_game(own: OwnRound, found: list[OwnRound], seen: Viewpoint) -> AfterGame:
    """What follows the viewer's game at the round `own`, which is one of the contest's rounds `found`. The
    game may still be running.

    After a daily, the next game is the next daily of today, in the order of the games. Six queries.
    """
    daily, viewer = seen.competition.daily, seen.viewer
    if daily is None or viewer is None:
        following = next_round(found, after=own.round.number)
        return AfterGame(None if following is None else NextGame(following.round), None)
    if own.disqualified:
        return AfterGame(None, None)
    news = None
    if daily.date == today(seen.now):
        streak = streaks_of(viewer, seen.now, playing=daily if own.running else None)[daily.game_slug].streak
        news = DailyNews(streak, start_of(daily.date + DAY))
    return AfterGame(_todays_next(daily.game_slug, viewer, seen.now), news)


def _todays_next(after: str, player: Player, now: datetime) -> NextGame | None:
    """The next of today's deals that the player has not ended. A running game comes first. Otherwise
    the games are tried in their order, from the one behind `after` to the last, then from the first."""
    open = [each.rounds_in_order[0] for each in dailies_of(today(now)) if each.state(now) == "running"]
    begun = dict(Attempt.objects.filter(player=player, round__in=open).values_list("round", "ended_at"))
    first = GAMES_IN_ORDER.index(after)
    left = [
        each
        for each in open
        if each.deal.game_slug != after and (each.pk not in begun or begun[each.pk] is None)
    ]
    following = min(
        left,
        key=lambda each: (
            each.pk not in begun,
            (GAMES_IN_ORDER.index(each.deal.game_slug) - first) % len(GAMES_IN_ORDER),
        ),
        default=None,
    )
    if following is None:
        return None
    return NextGame(following, is_todays=True, joins=following.pk not in begun)
