"""Reports to the staff about names, descriptions, results and messages. A player can report each thing
once."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..models import Attempt, Competition, Entry, Ground, Notice, Player, Report, Subject
from ..people.clean_text import clean
from ..refusals import Refusal, invalid

LONGEST_TEXT: Final = 400

MOST_OPEN: Final = 20
"""How many open reports one player may have. With more, the staff could not read all of them."""

MOST_ABOUT_ONE: Final = 50
"""How many open reports there may be about one thing."""


class Reported(NamedTuple):
    """The thing that a player reports."""

    subject: Subject
    key: str
    """The primary key of the reported player, competition, attempt or notice."""
    player: Player
    """The player to whom the reported thing belongs."""
    said: str = ""
    """The reported text as it is now; empty for a result."""
    competition: Competition | None = None
    """The competition where the reporter saw the thing; None for a name on the player's own page."""
    attempt: Attempt | None = None


def name_of_player(player: Player) -> Reported:
    return Reported(Subject.NAME, player.pk, player, player.name)


def name_of_entry(entry: Entry) -> Reported:
    """The player's name in one competition, as a thing to report. A report of it counts as a report of the
    player's name."""
    return Reported(Subject.NAME, entry.player_id, entry.player, entry.name, entry.competition)


def about_of(competition: Competition) -> Reported | None:
    """The description of a competition, as a thing to report. None if the description is empty, or nobody
    owns the competition."""
    if competition.organiser is None or not competition.about:
        return None
    return Reported(Subject.ABOUT, competition.pk, competition.organiser, competition.about, competition)


def result_of(attempt: Attempt) -> Reported:
    """The result of an ended attempt, as a thing to report. The attempt must have been read with its entry,
    player and competition."""
    entry = attempt.entry
    return Reported(Subject.RESULT, attempt.pk, entry.player, "", entry.competition, attempt)


def message_of(notice: Notice) -> Reported:
    """The organiser's message in a notice, as a thing to report."""
    assert notice.act is not None
    assert notice.act.actor is not None
    act = notice.act
    return Reported(Subject.MESSAGE, notice.pk, notice.act.actor, act.reason, notice.competition)


def report_to_staff(*, reporter: Player, reported: Reported, ground: str, text: str, now: datetime) -> Report:
    """Store the player's report of a thing, and return it. If the player has reported the thing before,
    return that report.

    Raises `invalid` for an unknown `ground`, for a text that is too long, and for a thing that belongs to the
    reporter. Raises `full` if too many reports by the reporter, or about this thing, are open.
    """
    if ground not in Ground.values:
        raise invalid("ground", _("Choose one of the reasons."))
    if text.strip():
        text = clean(text, field="text", shortest=1, longest=LONGEST_TEXT)
    if reported.player == reporter:
        raise invalid("ground", _("You cannot report what is your own."))
    mine: dict[str, Any] = {"reporter": reporter, "target": f"{reported.subject}:{reported.key}"}
    with transaction.atomic():
        # Both players are locked, so that two reports at once take turns and keep the limits.
        both = Player.objects.select_for_update(no_key=True).filter(pk__in=[reporter.pk, reported.player.pk])
        list(both.order_by("pk"))
        if before := Report.objects.filter(**mine).first():
            return before
        still_open = Report.objects.filter(settled_at=None)
        if still_open.filter(reporter=reporter).count() >= MOST_OPEN:
            raise Refusal("full", _("The staff have not read your other reports yet. Come back later."))
        if still_open.filter(target=mine["target"]).count() >= MOST_ABOUT_ONE:
            raise Refusal("full", _("Many have reported this already: the staff know."))
        return Report.objects.create(
            **mine,
            subject=reported.subject,
            player=reported.player,
            competition=reported.competition,
            attempt=reported.attempt,
            said=reported.said,
            ground=ground,
            text=text.strip(),
            at=now,
        )


def settle(*, reports: Any, staff: Player, now: datetime) -> int:
    """Settle these reports, except settled ones and those about `staff`. Return how many were settled now."""
    others = reports.filter(settled_at=None).exclude(player=staff)
    settled: int = others.update(settled_at=now, settled_by=staff)
    return settled
