"""Acts of a circle's owner: rename the circle, hand it over, renew its code, remove members, close it."""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ...models import Circle, Member, Notice, NoticeType, Player
from ...models.ids import new_id
from ...outbound.notices.notify import notify
from ...refusals import Refusal, invalid
from .membership import circle_name, hold_circle, leave_circle


def change_circle(
    *,
    circle: Circle,
    owner: Player,
    name: str | None = None,
    new_owner: str | None = None,
    first: Callable[[], None] = lambda: None,
) -> None:
    """Change the circle's name, its owner (given by player id), or both. None leaves the name or the owner as
    it is.

    Raises `forbidden` unless `owner` owns the circle. Raises `invalid` for an unfit name, or for a new owner
    who is no member. `first` is called with the circle's row locked, and stops the change if it raises.
    """
    name = None if name is None else circle_name(name)
    with transaction.atomic():
        held = _hold_owned(owner, circle)
        first()
        if new_owner is not None:
            _hand_over(held, new_owner)
        if name is not None:
            held.name = name
            held.save(update_fields=["name"])


def new_circle_invite(*, circle: Circle, owner: Player) -> None:
    """Make a new invite code. The old code stops working, and members stay. Raises `forbidden` unless `owner`
    owns the circle."""
    with transaction.atomic():
        held = _hold_owned(owner, circle)
        held.invite = new_id()
        held.save(update_fields=["invite"])


def remove_member(*, circle: Circle, owner: Player, player: Player, now: datetime) -> None:
    """End another player's membership. Raises `forbidden` unless `owner` owns the circle, and what
    `leave_circle` raises."""
    with transaction.atomic():
        held = _hold_owned(owner, circle)
        leaving = list(held.members.filter(player=player))
        leave_circle(circle=held, player=player)
        _tell_who_left(held, leaving, now)


def close_circle(*, circle: Circle, owner: Player, now: datetime) -> None:
    """Delete the circle. Members keep their results. Raises `forbidden` unless `owner` owns the circle."""
    with transaction.atomic():
        held = _hold_owned(owner, circle)
        _tell_who_left(held, held.members.exclude(player=owner), now)
        held.delete()


def _hold_owned(owner: Player, circle: Circle) -> Circle:
    """Lock the circle's row, and return the circle. Raises `forbidden` unless the player owns it."""
    held = hold_circle(circle)
    if not held.members.filter(player=owner, owns=True).exists():
        raise Refusal("forbidden", _("Only the owner of the circle may do this."))
    return held


def _tell_who_left(circle: Circle, members: Iterable[Member], now: datetime) -> None:
    """Notify players whose membership the owner ended, by removing them or by closing the circle. The notice
    contains the circle's name, since these players can no longer look it up."""
    facts = {"circle": {"id": circle.pk, "name": circle.name, "member": False}}
    notify(
        [
            Notice(
                player_id=member.player_id, type=NoticeType.CIRCLE, key=str(member.pk), facts=facts, at=now
            )
            for member in members
        ]
    )


def _hand_over(circle: Circle, new_owner: str) -> None:
    if not circle.members.filter(player=new_owner).exists():
        raise invalid("owner", _("Name a member of the circle, by the id of their player."))
    circle.members.filter(owns=True).update(owns=False)
    circle.members.filter(player=new_owner).update(owns=True)
