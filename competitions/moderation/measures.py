"""Measures: what the staff do about a player. Each measure is kept for good, with a reason. The player sees
the measure, and may reply once."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from ..contests.acts import clean_reason
from ..contests.rename_player import change_player
from ..contests.series.organise import forget_about
from ..ledger.acts import record_act
from ..ledger.ledger import hold
from ..ledger.player_changes import change_entries_later, lock_entries, take_names
from ..models import Attempt, Competition, Measure, Player, Reply, Token
from ..people.clean_text import clean
from ..people.given_names import NEUTRAL
from ..people.names import free_name
from ..people.shut_out import end_sessions, end_tokens
from ..play.deadlines import end_overdue, let_run_out
from ..ratings.rate_again import rate_again
from ..refusals import Refusal, invalid
from ..translatable import in_sites_language
from .staff import moderates

LONGEST_REPLY: Final = 1000

MOST_SHOWN: Final = 20
"""How many measures a player is shown, the newest first."""

LONGEST_SUSPENSION: Final = timedelta(days=366)


def hide_name(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """Give the player a neutral name everywhere, even in contests where the player has another name. The
    player may choose a new name."""
    name = free_name(in_sites_language(NEUTRAL)).name
    return rename_player(player=player, staff=staff, name=name, reason=reason, now=now, hidden=True)


def rename_player(
    *, player: Player, staff: Player, name: str, reason: str, now: datetime, hidden: bool = False
) -> Measure:
    """Rename the player everywhere, even in contests where the player has another name.

    With `hidden`, the measure is recorded as the hiding of a name. Raises what `change_player` raises.
    """
    kind = Measure.Kind.HIDE_NAME if hidden else Measure.Kind.RENAME
    with transaction.atomic():
        lock_entries(player)
        locked = _locked(player, staff, now)
        measure = _on_record(locked, staff, kind, reason, now, before=locked.name)
        take_names(locked)
        change_player(player=locked, name=name, now=now, by_staff=True)
    return measure


def hide_about(
    *, player: Player, competition: Competition, staff: Player, reason: str, now: datetime
) -> Measure:
    """Empty the description of the player's contest, and the same description in the player's series. The
    measure keeps the old description. The audit trail names the site, not the staff, as the actor.

    Raises `wrong_state` if the description is empty already, or if the contest belongs to another player now.
    """
    with transaction.atomic():
        held = hold(competition.pk)
        organiser = _locked(player, staff, now)
        if held.organiser_id != organiser.pk:
            raise Refusal("wrong_state", _("This contest now belongs to another player."))
        if not held.about:
            raise Refusal("wrong_state", _("This contest has no description."))
        hidden = {"competition": held, "before": held.about}
        measure = _on_record(organiser, staff, Measure.Kind.HIDE_ABOUT, reason, now, **hidden)
        forget_about(organiser=organiser, about=held.about)
        held.about = ""
        record_act(held, act="change", reason="about", at=now, settings=["about"], shown=True)
    return measure


def warn(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """Show the player the reason. A warning changes nothing else."""
    with transaction.atomic():
        return _on_record(_locked(player, staff, now), staff, Measure.Kind.WARN, reason, now)


def suspend(*, player: Player, staff: Player, until: datetime, reason: str, now: datetime) -> Measure:
    """Suspend the player until the time `until`. A suspended player can do nothing that others see: no game,
    no contest, no new name.

    The clocks of the player's running games go on. Raises `wrong_state` for a banned player, and `invalid`
    for a time that is past or more than `LONGEST_SUSPENSION` away.
    """
    if not now < until <= now + LONGEST_SUSPENSION:
        raise invalid("until", _("Choose a moment within a year from now."))
    with transaction.atomic():
        locked = _locked(player, staff, now)
        _require_not_banned(locked)
        measure = _on_record(locked, staff, Measure.Kind.SUSPEND, reason, now, until=until)
        locked.suspended_until, locked.barred_for = until, measure.reason
        locked.save(update_fields=["suspended_until", "barred_for"])
        transaction.on_commit(Token.forget_remembered)
    return measure


def ban(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """Ban the player. A banned player can do nothing that others see, and their results no longer count.

    The player's tokens and tickets are void, their sockets and streams are closed, and their running games
    end as given up. A job then recalculates the player's contests one after another, without the player's
    results. The sessions of an account end, but it may sign in again to read the reason. The sessions of a
    guest stay, because a guest could not sign in again. Raises `wrong_state` for a banned player.
    """
    with transaction.atomic():
        locked = _locked(player, staff, now)
        _require_not_banned(locked)
        measure = _on_record(locked, staff, Measure.Kind.BAN, reason, now)
        locked.banned_at, locked.suspended_until, locked.barred_for = now, None, measure.reason
        locked.save(update_fields=["banned_at", "suspended_until", "barred_for"])
        if locked.account:
            end_sessions(player=locked)
        end_tokens(player=locked, now=now)
        change_entries_later(locked, everywhere=True)
        rate_again(player=locked)
    _end_games(locked, now)
    return measure


def lift(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """Lift the player's suspension or ban. After a ban, the results count again, and the tokens that the ban
    revoked work again, but games that it ended stay ended. Raises `wrong_state` for a player who is not
    barred.
    """
    with transaction.atomic():
        locked = _locked(player, staff, now)
        banned_at = locked.banned_at
        if banned_at is None and (locked.suspended_until is None or locked.suspended_until <= now):
            raise Refusal("wrong_state", _("This player is neither suspended nor banned."))
        measure = _on_record(locked, staff, Measure.Kind.LIFT, reason, now)
        locked.banned_at, locked.suspended_until, locked.barred_for = None, None, ""
        locked.save(update_fields=["banned_at", "suspended_until", "barred_for"])
        if banned_at is not None:
            Token.objects.filter(player=locked, revoked_at=banned_at).update(revoked_at=None)
            change_entries_later(locked, everywhere=True)
            rate_again(player=locked)
        transaction.on_commit(Token.forget_remembered)
    return measure


def measures_about(player: Player) -> QuerySet[Measure]:
    """The newest measures about the player. The attribute `answered` of each is the text of the player's
    reply, or None."""
    return Measure.objects.filter(player=player).annotate(answered=F("reply__text"))[:MOST_SHOWN]


def reply(*, measure: Measure, player: Player, text: str, now: datetime) -> Reply:
    """Store the player's only reply to a measure about them. Raises `invalid` for a text that is empty or too
    long, `not_found` for a measure about another player, and `wrong_state` for a second reply."""
    text = clean(text, field="text", shortest=1, longest=LONGEST_REPLY)
    if measure.player_id != player.pk:
        raise Refusal("not_found", _("There is nothing to answer."))
    try:
        with transaction.atomic():
            return Reply.objects.create(measure=measure, text=text, at=now)
    except IntegrityError:
        raise Refusal("wrong_state", _("You have answered this already.")) from None


def _locked(player: Player, staff: Player, now: datetime) -> Player:
    """Lock and return the player. Raises `forbidden` unless `staff` is a member of the staff and the player
    is not."""
    if not moderates(staff, now):
        raise Refusal("forbidden", _("Only the staff may do this."))
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked.is_staff:
        raise Refusal(
            "forbidden",
            _("This player belongs to the staff. The operator of the site must end that first."),
        )
    return locked


def _on_record(
    player: Player, staff: Player, kind: Measure.Kind, reason: str, now: datetime, **facts: Any
) -> Measure:
    return Measure.objects.create(
        kind=kind, player=player, staff=staff, reason=clean_reason(reason), at=now, **facts
    )


def _require_not_banned(player: Player) -> None:
    if player.banned_at is not None:
        raise Refusal("wrong_state", _("This player is banned already."))


def _end_games(player: Player, now: datetime) -> None:
    """End the player's running games; they count as given up."""
    theirs = Attempt.objects.filter(player=player)
    with transaction.atomic():
        let_run_out(theirs, now)
    end_overdue(now, among=theirs)
