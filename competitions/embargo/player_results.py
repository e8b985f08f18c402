"""Which of a player's results are shown in lists by player, rather than by competition.

Such a list must not reveal competitions that can only be found by a link. Of public competitions, it shows
what the standings show at that moment. Of other competitions, it shows only those that the viewer plays in or
organises. Cancelled competitions and disqualified entries are left out.

While standings are frozen, a better attempt replaces another in secret. The list would reveal this if the
replaced result vanished from it. So results that may have been replaced are left out until the freeze ends.
"""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from ..models import Access, Attempt, CoOrganiser, Counts, Entry, Player, Scores
from ..models.entries import AttemptQuerySet
from ..models.windows import over
from .visibility import speaks_for_entrant

COMPETITION = "round__competition"


def results_shown_to(
    attempts: AttemptQuerySet, player: Player, viewer: Player | None, now: datetime
) -> AttemptQuerySet:
    """Those of the player's `attempts` that count and that the viewer may see. Players see all their own
    results. Other viewers see what `Viewpoint` shows, without results that may have been replaced during a
    freeze.

    This states the rule of `Viewpoint` for querysets; a test checks that both agree. A token without the
    scope `read` sees what a stranger sees.
    """
    results = attempts.counting().filter(
        round__competition__published_at__isnull=False, round__competition__cancelled_at=None
    )
    if sees_as_own(player, viewer):
        return results
    reader = reader_of(viewer)
    return results.filter(_is_in_reach(reader), _scores_known(reader, now))


def reader_of(viewer: Player | None) -> Player | None:
    """Return the viewer. None for a stranger, and for a token without the scope `read`, which sees what a
    stranger sees."""
    return viewer if viewer is not None and speaks_for_entrant(viewer.scopes) else None


def sees_as_own(player: Player, viewer: Player | None) -> bool:
    """Whether the viewer is the player, and so sees all the player's results without delay. False for a
    token of the player without the scope `read`."""
    return reader_of(viewer) == player


def _is_in_reach(reader: Player | None) -> Q:
    """The condition for attempts in competitions that are public, or that `reader` plays in or organises. It
    agrees with `Viewpoint.is_led_to_it`."""
    reached = Q(**{f"{COMPETITION}__access": Access.PUBLIC})
    if reader is None:
        return reached
    entered = Entry.objects.filter(competition=OuterRef(COMPETITION), player=reader)
    shared = CoOrganiser.objects.filter(competition=OuterRef(COMPETITION), player=reader)
    return reached | Q(Exists(entered)) | Q(**{f"{COMPETITION}__organiser": reader}) | Q(Exists(shared))


def _scores_known(reader: Player | None, now: datetime) -> Q:
    """The condition for attempts of other players whose score `reader` may know; a reader of None is a
    stranger. It agrees with `Viewpoint.sees_attempt`."""
    freeze_at = f"{COMPETITION}__freeze_at"
    certified = Q(**{f"{COMPETITION}__certified_at__isnull": False})
    over_for_good = certified | over(f"{COMPETITION}__closes_at", now)
    is_frozen = over(freeze_at, now) & ~over_for_good
    closed_before = Q(round__closes_at__lte=F(freeze_at))
    stays = (
        Q(**{f"{COMPETITION}__attempts": 1}) | Q(**{f"{COMPETITION}__counts": Counts.FIRST}) | closed_before
    )
    was_there = ~is_frozen | (Q(ended_at__lte=F(freeze_at)) & stays)
    running = Attempt.objects.running().filter(round=OuterRef("round"))
    opened_up = (over_for_good | over("round__closes_at", now)) & Q(~Exists(running))
    opened_up &= ~is_frozen | closed_before
    own = Q(**{f"{COMPETITION}__standings": Scores.OWN})
    if reader is not None:
        mine = Attempt.objects.used_up().filter(
            entry__competition=OuterRef(COMPETITION), entry__player=reader, round=OuterRef("round")
        )
        before = mine.filter(ended_at__lte=OuterRef(freeze_at))
        finished = Q(Exists(mine)) & (~is_frozen | Q(Exists(before)))
        opened_up |= own & finished
    return was_there & (Q(**{f"{COMPETITION}__standings": Scores.LIVE}) | opened_up)
