"""A list of all data about players. For each model, the list says which part of a player's own file
(`own_file`) contains the rows, and whether the rows stay when the player is closed. A test finds models that
are missing here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.db.models import Manager, QuerySet
from django_tasks_db.models import DBTaskResult

from ..accounts.mails import forget_mails
from ..contests.circles.membership import leave_all_circles
from ..contests.series.organise import end_all_series
from ..contests.webhooks import remove_hooks_of
from ..models import (
    Act,
    Attempt,
    Badge,
    CalendarKey,
    Competition,
    CoOrganiser,
    Entry,
    Ghost,
    Handle,
    Hook,
    KeptAnswer,
    KnownBrowser,
    Log,
    Measure,
    Member,
    Move,
    Notice,
    NoticeMails,
    Origin,
    Pass,
    Player,
    PlayerChange,
    Rating,
    RatingChange,
    RemindedBrowser,
    Reply,
    Report,
    SeenDeal,
    Series,
    SeriesResult,
    Sign,
    Ticket,
    Token,
)

RESULTS_STAY: Final = "So that no rank and no rating of others changes."
RECORD_STAYS: Final = "So that what the staff did can be looked up, even if a player is closed."
OTHERS_NEWS: Final = "It is a notice to another player, and shows the new name."
CONTESTS_GO_ON: Final = "So that others can play on in the contests."


@dataclass(frozen=True)
class Holding:
    """The rows of a model that belong to a player. One field of the model leads to the player."""

    kept: Manager[Any]
    field: str
    """The path from a row to the player, as Django's queries write it, such as `attempt__player`."""
    part: str = ""
    """The part of the player's own file that contains the rows; empty if no part does."""
    untold: str = ""
    """Why the player's own file leaves out the rows; empty if `part` names a part."""
    stays: str = ""
    """The reason why the rows stay when the player is closed. Without a reason they are deleted."""
    leave: Callable[..., None] | None = None
    """A function to call instead of deleting the rows. Its argument is `player`."""

    def close(self, player: Player) -> None:
        """If `leave` is set, call it. Otherwise, delete the rows, unless they stay. The caller has opened the
        transaction that closes the player."""
        if self.leave is not None:
            self.leave(player=player)
        elif not self.stays:
            self.rows(player).delete()

    def rows(self, player: Player) -> QuerySet[Any]:
        """The rows about this player."""
        return self.kept.filter(**{self.field: player})


HOLDINGS: Final = (
    Holding(Handle.objects, "player", untold="It is what an account's name looks like."),
    # The wish for mails is deleted before the mails, so that no new ones are written.
    Holding(NoticeMails.objects, "player", "notice_mails"),
    Holding(RemindedBrowser.objects, "player", "reminders"),
    Holding(DBTaskResult.objects, "args_kwargs__kwargs__player_id", "mails", leave=forget_mails),
    Holding(EmailAddress.objects, "user", "addresses"),
    Holding(Authenticator.objects, "user", "authenticators"),
    Holding(Ticket.objects, "player", untold="It opens one socket within a minute, and is kept as a hash."),
    Holding(Token.objects, "player", "tokens"),
    Holding(CalendarKey.objects, "player", untold="It opens a calendar, and is kept as a hash."),
    Holding(KnownBrowser.objects, "player", "devices"),
    Holding(Pass.objects, "player", untold="It lets a browser in within minutes, and is kept as a hash."),
    Holding(KeptAnswer.objects, "caller", untold="An answer that the player has got, kept for a day."),
    Holding(
        PlayerChange.objects,
        "player",
        untold="Work that takes only some moments.",
        stays="Closing the player is such a change, which is still to be carried out.",
    ),
    Holding(Origin.objects, "entry__player", untold="It is kept for some days, and as a hash."),
    Holding(Report.objects, "reporter", "reports"),
    Holding(Report.objects, "player", untold="Those whom a report is about are not told who made it."),
    Holding(Measure.objects, "player", "measures", stays=RECORD_STAYS),
    Holding(Reply.objects, "measure__player", "measures", stays=RECORD_STAYS),
    Holding(Measure.objects, "staff", untold="It is about somebody else.", stays=RECORD_STAYS),
    Holding(Report.objects, "settled_by", untold="It is about somebody else.", stays=RECORD_STAYS),
    Holding(LogEntry.objects, "user", untold="The table is empty: the staff's record is the measures."),
    Holding(Sign.objects, "attempt__player", untold="Only organisers and staff see it.", stays=RESULTS_STAY),
    Holding(Sign.objects, "other__player", untold="It is about somebody else.", stays=RESULTS_STAY),
    Holding(
        Badge.objects,
        "entry__player",
        untold="It belongs to the organiser, who wrote the name on it. The entry has the same name.",
    ),
    Holding(Member.objects, "player", "circles", leave=leave_all_circles),
    Holding(Notice.objects, "player", "notices"),
    Holding(Notice.objects, "entry__player", untold="It is a notice to somebody else.", stays=OTHERS_NEWS),
    Holding(Entry.objects, "player", "entries", stays=RESULTS_STAY),
    Holding(Attempt.objects, "player", "attempts", stays=RESULTS_STAY),
    Holding(Move.objects, "attempt__player", "attempts", stays=RESULTS_STAY),
    Holding(Log.objects, "entry__player", "rejected_logs", stays=RESULTS_STAY),
    Holding(Ghost.objects, "player", "ghosts"),
    Holding(SeenDeal.objects, "player", "seen_deals"),
    Holding(Rating.objects, "player", "ratings", stays=RESULTS_STAY),
    Holding(RatingChange.objects, "player", "rating_changes", stays=RESULTS_STAY),
    Holding(Hook.objects, "added_by", "shared_contests"),
    Holding(Hook.objects, "competition__organiser", "contests", leave=remove_hooks_of),
    Holding(Competition.objects, "organiser", "contests", stays=CONTESTS_GO_ON),
    Holding(Series.objects, "organiser", "series", leave=end_all_series),
    Holding(
        SeriesResult.objects,
        "entry__player",
        untold="It is a place, which follows from the results of a contest.",
        stays=RESULTS_STAY,
    ),
    Holding(CoOrganiser.objects, "player", "shared_contests", stays=CONTESTS_GO_ON),
    Holding(Competition.objects, "against", "duels", stays=CONTESTS_GO_ON),
    Holding(Act.objects, "actor", "acts", stays="The audit trail must have no gaps."),
    Holding(Act.objects, "player", "acts", stays="The audit trail must have no gaps."),
    Holding(Act.objects, "entry__player", "acts", stays="The audit trail must have no gaps."),
)
"""All data about players, in the order in which rows are deleted when a player is closed."""
