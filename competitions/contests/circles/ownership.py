"""What the owner of a circle alone does: renaming it, handing it over, a new code, removing, closing it."""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction

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
    """Give the circle another name, another owner (by their player's id), or both; None leaves one as it is.

    Raises `forbidden` unless `owner` owns it, and `invalid` for a name that is none and an owner who is no
    member. `first` is called with the circle's row locked, and may refuse.
    """
    name = None if name is None else circle_name(name)
    with transaction.atomic():
        held = _held_by(owner, circle)
        first()
        if new_owner is not None:
            _hand_over(held, new_owner)
        if name is not None:
            held.name = name
            held.save(update_fields=["name"])


def new_circle_invite(*, circle: Circle, owner: Player) -> None:
    """Make a new code: the old one lets nobody in any more, and the members stay. Raises `forbidden`."""
    with transaction.atomic():
        held = _held_by(owner, circle)
        held.invite = new_id()
        held.save(update_fields=["invite"])


def remove_member(*, circle: Circle, owner: Player, player: Player, now: datetime) -> None:
    """Do what `leave_circle` does for another player. Raises `forbidden`, and what `leave_circle` raises."""
    with transaction.atomic():
        held = _held_by(owner, circle)
        leaving = list(held.members.filter(player=player))
        leave_circle(circle=held, player=player)
        _tell_who_left(held, leaving, now)


def close_circle(*, circle: Circle, owner: Player, now: datetime) -> None:
    """There is no such circle any more, for anybody. What its members played stays theirs. Raises
    `forbidden`."""
    with transaction.atomic():
        held = _held_by(owner, circle)
        _tell_who_left(held, held.members.exclude(player=owner), now)
        held.delete()


def _held_by(owner: Player, circle: Circle) -> Circle:
    """The circle, held; raises `forbidden` unless it is the player's."""
    held = hold_circle(circle)
    if not held.members.filter(player=owner, owns=True).exists():
        raise Refusal("forbidden", "Only the owner of the circle may do this.")
    return held


def _tell_who_left(circle: Circle, members: Iterable[Member], now: datetime) -> None:
    """By its owner's hand; what the circle is called, they may not learn again later."""
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
        raise invalid("owner", "Name a member of the circle, by the id of their player.")
    circle.members.filter(owns=True).update(owns=False)
    circle.members.filter(player=new_owner).update(owns=True)
