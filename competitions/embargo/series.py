"""Who may see a series, and which of its contests count in the table that a viewer sees."""

from ..models import Access, Competition, Entry, Player, Series
from ..models.competitions import CompetitionQuerySet
from .visibility import organised_by, shows_standings, speaks_for_entrant, speaks_for_organiser


def organises_series(series: Series, viewer: Player | None) -> bool:
    """Whether the viewer organises the series, and the viewer's token, if any, has the scope `read` or
    `organise`."""
    return viewer is not None and series.organiser_id == viewer.pk and speaks_for_organiser(viewer.scopes)


def knows_series(series: Series, viewer: Player | None) -> bool:
    """Whether the viewer may know that the series exists. If the contests of the series need an invite code,
    only the organiser and players who have joined one of the contests may know it. Otherwise, anybody with
    the link may know it."""
    if series.settings["access"] != Access.INVITE or organises_series(series, viewer):
        return True
    if viewer is None or not speaks_for_entrant(viewer.scopes):
        return False
    return Entry.objects.filter(competition__series=series, player=viewer).exists()


def shown_contests(series: Series) -> CompetitionQuerySet:
    """The published contests of a series, the newest first. Everyone who may see the series may know of
    them."""
    contests = Competition.objects.filter(series=series, published_at__isnull=False)
    return contests.order_by("-series_on")


def tabled_contests(series: Series, viewer: Player | None) -> list[str]:
    """The ids of the certified contests whose standings the viewer may see. At most three queries."""
    contests = list(shown_contests(series).filter(certified_at__isnull=False))
    if all(each.access != Access.INVITE for each in contests):
        return [each.pk for each in contests]
    if viewer is None:
        return []
    entered = viewer.entries.filter(competition__in=contests) if speaks_for_entrant(viewer.scopes) else ()
    is_in = {entry.competition_id for entry in entered}
    organised = organised_by(viewer, contests) if speaks_for_organiser(viewer.scopes) else set()
    return [
        each.pk
        for each in contests
        if shows_standings(each, organises=each.pk in organised, is_in=each.pk in is_in)
    ]
