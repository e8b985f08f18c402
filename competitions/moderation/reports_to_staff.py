"""Reports of names, descriptions and results: of each player one for each thing, for the staff alone."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction

from ..models import Attempt, Competition, Entry, Ground, Player, Report, Subject
from ..people.clean_text import clean
from ..refusals import Refusal, invalid

LONGEST_TEXT: Final = 400

MOST_OPEN: Final = 20
"""How many of a player's reports are open at most: of each the staff want to read."""

MOST_ABOUT_ONE: Final = 50
"""How many open reports there are at most of one thing: the staff know by then."""


class Reported(NamedTuple):
    """What somebody reports."""

    subject: Subject
    key: str
    """What tells it from others of its kind."""
    player: Player
    """Whose it is."""
    said: str = ""
    """The text as it stands now."""
    competition: Competition | None = None
    """Where it was seen."""
    attempt: Attempt | None = None


def name_of_player(player: Player) -> Reported:
    return Reported(Subject.NAME, player.pk, player, player.name)


def name_of_entry(entry: Entry) -> Reported:
    """What a player is called in one competition; it is the same thing as their name."""
    return Reported(Subject.NAME, entry.player_id, entry.player, entry.name, entry.competition)


def about_of(competition: Competition) -> Reported | None:
    """What a competition says of itself; None where it says nothing, or the site made it."""
    if competition.organiser is None or not competition.about:
        return None
    return Reported(Subject.ABOUT, competition.pk, competition.organiser, competition.about, competition)


def result_of(attempt: Attempt) -> Reported:
    """An ended attempt, read with its entry's player and its competition."""
    entry = attempt.entry
    return Reported(Subject.RESULT, attempt.pk, entry.player, "", entry.competition, attempt)


def report_to_staff(*, reporter: Player, reported: Reported, ground: str, text: str, now: datetime) -> Report:
    """The player's report of it; the one that they made before, if it is reported a second time.

    Raises `invalid` for a `ground` that is none, a text that is too long, and a thing of their own, and
    `full` where too many of their reports are open, or too many of this thing.
    """
    if ground not in Ground.values:
        raise invalid("ground", "Choose one of the reasons.")
    if text.strip():
        text = clean(text, field="text", shortest=1, longest=LONGEST_TEXT)
    if reported.player == reporter:
        raise invalid("ground", "This is your own.")
    mine: dict[str, Any] = {"reporter": reporter, "target": f"{reported.subject}:{reported.key}"}
    with transaction.atomic():
        # Two reports at once take turns.
        both = Player.objects.select_for_update(no_key=True).filter(pk__in=[reporter.pk, reported.player.pk])
        list(both.order_by("pk"))
        if before := Report.objects.filter(**mine).first():
            return before
        still_open = Report.objects.filter(settled_at=None)
        if still_open.filter(reporter=reporter).count() >= MOST_OPEN:
            raise Refusal("full", "The staff have not read your other reports yet. Come back later.")
        if still_open.filter(target=mine["target"]).count() >= MOST_ABOUT_ONE:
            raise Refusal("full", "Many have reported this already: the staff know.")
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
    """Note that the staff are done with these open reports; how many they were. What is about themselves
    somebody else settles."""
    others = reports.filter(settled_at=None).exclude(player=staff)
    settled: int = others.update(settled_at=now, settled_by=staff)
    return settled
