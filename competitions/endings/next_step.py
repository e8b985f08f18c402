"""The one step that comes next after a game, and the streak of a daily."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from games import GAMES

from ..contests.dailies.calendar import DAY, dailies_of, start_of, today
from ..contests.dailies.streaks import streaks_of
from ..embargo.visibility import Viewpoint
from ..models import Attempt, Competition, Deal, Kind, Player, Round
from ..models.competitions import PLACES_OF_A_DUEL
from ..play.own_rounds import next_round, own_rounds
from .peers import Peer

GAMES_IN_ORDER: Final = list(GAMES)


class StepKind(StrEnum):
    ROUND = "round"
    """The next open round of the same contest."""
    DAILY = "daily"
    """Another of today's deals."""
    REMATCH = "rematch"
    """New deals for the same two players of a duel."""
    DUEL = "duel"
    """A new duel with a player whose score is shown beside the viewer's."""


@dataclass(frozen=True)
class FollowingStep:
    step: StepKind
    deal: Deal
    """The deal of `round`. For a new duel, the deal just played: the duel has the same game and rules."""
    round: Round | None = None
    """The round to play. For a rematch, a round of the duel just played; for a new duel, None."""
    opponent: Peer | None = None
    joins: bool = False
    """Whether the viewer joins the contest of `round` with this step."""


@dataclass(frozen=True)
class DailyNews:
    """The news for a player of today's deals, shown after the game."""

    streak: int
    """How many days in a row the player has played this game's daily."""
    all_played: bool
    """Whether the player has played all of today's deals."""
    new_cards_at: datetime


def next_step(round: Round, seen: Viewpoint, peers: Sequence[Peer]) -> FollowingStep | None:
    """What the viewer can play after their game in a round; None if there is nothing. Strangers and
    disqualified players get None. At most six queries."""
    viewer, competition = seen.viewer, seen.competition
    if viewer is None or seen.entry is None or seen.entry.disqualified_at is not None:
        return None
    friend = _friend(peers)
    duel = None if friend is None else FollowingStep(StepKind.DUEL, round.deal, opponent=friend)
    if competition.kind == Kind.DAILY:
        return _todays_next(round.deal.game_slug, viewer, seen.now) or duel
    following = next_round(own_rounds(competition, seen), after=round.number)
    if following is not None:
        return FollowingStep(StepKind.ROUND, following.round.deal, following.round)
    if competition.kind == Kind.DUEL:
        opponent = _opponent_after(seen)
        if opponent is not None:
            return FollowingStep(StepKind.REMATCH, round.deal, round, opponent)
        duel = None  # the present duel is not decided yet, so offer no other duel
    if competition.kind == Kind.CHALLENGE and duel is not None:
        return duel
    return _todays_next(None, viewer, seen.now) or duel


def _friend(peers: Sequence[Peer]) -> Peer | None:
    """The first peer who is no bot; None if there is none."""
    return next((each for each in peers if not each.bot), None)


def _opponent_after(seen: Viewpoint) -> Peer | None:
    """The opponent in a decided duel. None if the duel goes on, or if nobody joined it. Two queries."""
    competition, entry = seen.competition, seen.entry
    assert entry is not None
    other = competition.entries.exclude(pk=entry.pk).select_related("player").first()
    if other is None:
        return None
    if not competition.over(seen.now) and not _all_played(competition):
        return None
    return Peer("friend", other.player_id, other.name, 0, other.player.bot)


def _all_played(competition: Competition) -> bool:
    rounds = len(competition.rounds_in_order)
    counting = Attempt.objects.filter(entry__competition=competition, counts=True)
    return counting.count() >= rounds * PLACES_OF_A_DUEL


def _todays_next(after: str | None, player: Player, now: datetime) -> FollowingStep | None:
    """The next of today's deals for the player, except the deal of the game `after`. A deal that was begun
    but not ended comes first. The others follow in the order of the games: first the games after `after`,
    then those before it. None if no deal is left. Two queries."""
    open = [each.rounds_in_order[0] for each in dailies_of(today(now)) if each.state(now) == "running"]
    begun = dict(Attempt.objects.filter(player=player, round__in=open).values_list("round", "ended_at"))
    first = 0 if after is None else GAMES_IN_ORDER.index(after)
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
    return FollowingStep(StepKind.DAILY, following.deal, following, joins=following.pk not in begun)


def daily_news(seen: Viewpoint, following: FollowingStep | None) -> DailyNews | None:
    """The news for a player of one of today's deals; None for any other game, and for a disqualified player.
    Three queries.
    """
    daily, viewer = seen.competition.daily, seen.viewer
    if daily is None or viewer is None or daily.date != today(seen.now):
        return None
    if seen.entry is None or seen.entry.disqualified_at is not None:
        return None
    all_played = following is None or following.step != StepKind.DAILY
    streak = streaks_of(viewer, seen.now)[daily.game_slug].streak
    return DailyNews(streak, all_played, start_of(daily.date + DAY))
