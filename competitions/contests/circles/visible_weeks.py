"""Those dailies of a week whose results one viewer may know, and the boards of circles for that week.

Results that the viewer may not know yet are never read. So no sum, rank or order reveals them.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...embargo.visibility import known_scores, viewpoints
from ...models import Attempt, Circle, Competition, Member, Player
from ...models.windows import has_begun
from .week_board import BoardRow, DailyResult, week_board
from .weeks import Week


@dataclass(frozen=True)
class KnownWeek:
    """Those dailies of a week whose results one viewer may know. Dailies that have not begun or were
    cancelled are left out."""

    week: Week
    game_slug: str | None
    """The game of the dailies; None if the dailies of all games are included."""
    known: Mapping[str, Competition]
    """The dailies whose results the viewer may know, by competition id."""


def known_week(viewer: Player, week: Week, now: datetime, *, game_slug: str | None = None) -> KnownWeek:
    """Read those dailies of a week whose results the viewer may know, with at most six queries."""
    begun = Competition.objects.filter(
        has_begun("opens_at", now), daily__date__in=week.days, cancelled_at=None
    )
    if game_slug is not None:
        begun = begun.filter(daily__game_slug=game_slug)
    seen = viewpoints(list(begun.with_rounds()), viewer, now)
    known = {round.competition_id for round in known_scores(seen)}
    return KnownWeek(
        week, game_slug, {one.competition.pk: one.competition for one in seen if one.competition.pk in known}
    )


def boards(circles: Sequence[Circle], known: KnownWeek) -> Mapping[str, list[tuple[Member, BoardRow]]]:
    """Return each circle's board of the week, by the circle's id. A board has a row for each present member,
    with results from before they joined, too. The function makes two queries."""
    members: dict[str, dict[str, Member]] = {circle.pk: {} for circle in circles}
    for member in Member.objects.filter(circle__in=circles).select_related("player"):
        members[member.circle_id][member.player_id] = member
    results = _results({player for of in members.values() for player in of}, known)
    return {
        circle: [
            (of[row.member], row)
            for row in week_board(
                list(of),
                [result for player in of for result in results.get(player, ())],
                of_one_game=known.game_slug is not None,
            )
        ]
        for circle, of in members.items()
    }


def _results(players: Collection[str], known: KnownWeek) -> Mapping[str, list[DailyResult]]:
    """The players' results in the known dailies, by player id."""
    played = Attempt.objects.played().filter(
        counts=True, entry__competition__in=list(known.known), entry__player__in=players
    )
    found: dict[str, list[DailyResult]] = defaultdict(list)
    rows = played.filter(entry__disqualified_at=None).values_list("player", "entry__competition", "score")
    for player, competition, score in rows:
        daily = known.known[competition].daily
        assert daily is not None
        assert score is not None
        found[player].append(DailyResult(daily.date.weekday(), daily.game_slug, player, score))
    return found
