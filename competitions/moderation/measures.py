"""What the staff do about a player. Each is on record, with a reason that the player is shown and may answer
once; nothing on record is changed afterwards."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from ..contests.acts import clean_reason
from ..contests.rename_player import change_player
from ..ledger.acts import record_act
from ..ledger.ledger import hold
from ..ledger.player_changes import count_later, lock_entries, take_names
from ..models import Attempt, Competition, Measure, Player, Reply, Token
from ..people.clean_text import clean
from ..people.names import free_name
from ..people.shut_out import end_sessions, end_tokens
from ..play.deadlines import end_overdue, let_run_out
from ..ratings.rate_again import rate_again
from ..refusals import Refusal, invalid
from .staff import moderates

LONGEST_REPLY: Final = 1000

MOST_SHOWN: Final = 20
"""How many measures a player is shown."""

LONGEST_SUSPENSION: Final = timedelta(days=366)


def hide_name(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """The player is called something neutral everywhere, also where another name was given for one contest.
    They may take another name."""
    return rename_player(
        player=player, staff=staff, name=free_name("player-").name, reason=reason, now=now, hidden=True
    )


def rename_player(
    *, player: Player, staff: Player, name: str, reason: str, now: datetime, hidden: bool = False
) -> Measure:
    """The player is called `name` everywhere, also where another name was given for one contest; `hidden` if
    nobody chose it. Raises what `change_player` raises."""
    kind = Measure.Kind.HIDE_NAME if hidden else Measure.Kind.RENAME
    with transaction.atomic():
        lock_entries(player)
        locked = _locked(player, staff, now)
        measure = _on_record(locked, staff, kind, reason, now, before=locked.name)
        take_names(locked)
        change_player(player=locked, name=name, now=now)
    return measure


def hide_about(
    *, player: Player, competition: Competition, staff: Player, reason: str, now: datetime
) -> Measure:
    """What the player's contest says of itself is taken away, as an act of the site; the record keeps it.
    Raises `wrong_state` where it says nothing, and where it is another's by now."""
    with transaction.atomic():
        held = hold(competition.pk)
        organiser = _locked(player, staff, now)
        if held.organiser_id != organiser.pk:
            raise Refusal("wrong_state", "This contest now belongs to another player.")
        if not held.about:
            raise Refusal("wrong_state", "This contest has no description.")
        hidden = {"competition": held, "before": held.about}
        measure = _on_record(organiser, staff, Measure.Kind.HIDE_ABOUT, reason, now, **hidden)
        held.about = ""
        record_act(held, act="change", reason="about", at=now, settings=["about"], shown=True)
    return measure


def warn(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """The player is shown the reason; nothing else changes."""
    with transaction.atomic():
        return _on_record(_locked(player, staff, now), staff, Measure.Kind.WARN, reason, now)


def suspend(*, player: Player, staff: Player, until: datetime, reason: str, now: datetime) -> Measure:
    """Until then the player does nothing that others see: no game, no contest, no other name. A game that
    runs goes on without them. Raises `wrong_state` for a banned player."""
    if not now < until <= now + LONGEST_SUSPENSION:
        raise invalid("until", "Choose a moment within a year from now.")
    with transaction.atomic():
        locked = _locked(player, staff, now)
        _require_not_banned(locked)
        measure = _on_record(locked, staff, Measure.Kind.SUSPEND, reason, now, until=until)
        locked.suspended_until, locked.barred_for = until, measure.reason
        locked.save(update_fields=["suspended_until", "barred_for"])
        transaction.on_commit(Token.forget_remembered)
    return measure


def ban(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """From now on the player does nothing that others see, and their results count for nobody.

    Their tokens and tickets open nothing any more, their sockets and streams are closed, their running games
    end as given up, and each contest that they entered is counted without them within moments, one after the
    other. An account's sessions end; they may sign in again to read the reason. A guest's stay for that,
    since nobody could sign in as them. Raises `wrong_state` for a player who is banned already.
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
        count_later(locked, now, everywhere=True)
        rate_again(player=locked)
    _end_games(locked, now)
    return measure


def lift(*, player: Player, staff: Player, reason: str, now: datetime) -> Measure:
    """The player is neither suspended nor banned any more: their results count again, and the tokens that the
    ban has ended are good again. Games that it has ended stay ended. Raises `wrong_state` for a player who is
    not barred."""
    with transaction.atomic():
        locked = _locked(player, staff, now)
        banned_at = locked.banned_at
        if banned_at is None and (locked.suspended_until is None or locked.suspended_until <= now):
            raise Refusal("wrong_state", "They are neither suspended nor banned.")
        measure = _on_record(locked, staff, Measure.Kind.LIFT, reason, now)
        locked.banned_at, locked.suspended_until, locked.barred_for = None, None, ""
        locked.save(update_fields=["banned_at", "suspended_until", "barred_for"])
        if banned_at is not None:
            Token.objects.filter(player=locked, revoked_at=banned_at).update(revoked_at=None)
            count_later(locked, now, everywhere=True)
            rate_again(player=locked)
        transaction.on_commit(Token.forget_remembered)
    return measure


def measures_about(player: Player) -> QuerySet[Measure]:
    """The newest of what the staff did about the player, each with what they `answered`."""
    return Measure.objects.filter(player=player).annotate(answered=F("reply__text"))[:MOST_SHOWN]


def reply(*, measure: Measure, player: Player, text: str, now: datetime) -> Reply:
    """What the player answers to a measure about them: once. Raises `invalid` for a text that is empty or too
    long, `not_found` for another's measure, and `wrong_state` for a second answer."""
    text = clean(text, field="text", shortest=1, longest=LONGEST_REPLY)
    if measure.player_id != player.pk:
        raise Refusal("not_found", "There is nothing to answer.")
    try:
        with transaction.atomic():
            return Reply.objects.create(measure=measure, text=text, at=now)
    except IntegrityError:
        raise Refusal("wrong_state", "You have answered this already.") from None


def _locked(player: Player, staff: Player, now: datetime) -> Player:
    """The player with their row locked; raises `forbidden` unless `staff` moderates and they do not."""
    if not moderates(staff, now):
        raise Refusal("forbidden", "Only the staff may do this.")
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked.is_staff:
        raise Refusal(
            "forbidden", "They are staff themselves: whoever runs the site has to unmake that first."
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
        raise Refusal("wrong_state", "They are banned already.")


def _end_games(player: Player, now: datetime) -> None:
    """End what the player plays."""
    theirs = Attempt.objects.filter(player=player)
    with transaction.atomic():
        let_run_out(theirs, now)
    end_overdue(now, among=theirs)
