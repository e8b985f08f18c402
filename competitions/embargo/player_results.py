"""Which results of a player are told where they are looked up by player, and not by competition.

Such a list must not lead anybody to what they have no link to. So of public competitions it tells what their
standings show at that moment, and of all others only to who is in them or organises them. What is cancelled
and who is disqualified counts for nothing.

While standings are frozen, a better attempt takes the place of another in secret, and a result that vanished
from here would tell of it. So until the freeze ends nothing is told that another may have replaced.
"""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from ..models import Access, Attempt, CoOrganiser, Counts, Entry, Player, Scores
from ..models.entries import AttemptQuerySet
from ..models.windows import over
from .visibility import speaks_for_entrant

COMPETITION = "round__competition"


def told_results(
    attempts: AttemptQuerySet, player: Player, viewer: Player | None, now: datetime
) -> AttemptQuerySet:
    """Those of the player's `attempts` that count and that the viewer is told of: all their own, and of
    others as `Viewpoint` has it, but for those that may have been replaced during a freeze.

    The rule is written here for querysets; a test holds that the two agree. A token that may not read is told
    what a stranger is.
    """
    results = attempts.counting().filter(
        round__competition__published_at__isnull=False, round__competition__cancelled_at=None
    )
    if sees_as_own(player, viewer):
        return results
    reader = reader_of(viewer)
    return results.filter(_is_in_reach(reader), _scores_known(reader, now))


def reader_of(viewer: Player | None) -> Player | None:
    """The viewer, or a stranger in place of a token that may not read."""
    return viewer if viewer is not None and speaks_for_entrant(viewer.scopes) else None


def sees_as_own(player: Player, viewer: Player | None) -> bool:
    """Whether the viewer sees the player's results as their own: all of them, at once."""
    return reader_of(viewer) == player


def _is_in_reach(reader: Player | None) -> Q:
    """What is public, and what the viewer is in or organises, as `Viewpoint.is_led_to_it` has it."""
    reached = Q(**{f"{COMPETITION}__access": Access.PUBLIC})
    if reader is None:
        return reached
    entered = Entry.objects.filter(competition=OuterRef(COMPETITION), player=reader)
    shared = CoOrganiser.objects.filter(competition=OuterRef(COMPETITION), player=reader)
    return reached | Q(Exists(entered)) | Q(**{f"{COMPETITION}__organiser": reader}) | Q(Exists(shared))


def _scores_known(reader: Player | None, now: datetime) -> Q:
    """Whether the score may be known to others than the player, as `Viewpoint.sees_attempt` has it."""
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
        mine = Attempt.objects.filter(
            entry__competition=OuterRef(COMPETITION),
            entry__player=reader,
            round=OuterRef("round"),
            ended_at__isnull=False,
        )
        before = mine.filter(ended_at__lte=OuterRef(freeze_at))
        finished = Q(Exists(mine)) & (~is_frozen | Q(Exists(before)))
        opened_up |= own & finished
    return was_there & (Q(**{f"{COMPETITION}__standings": Scores.LIVE}) | opened_up)
