"""Make a circle, join it with its invite code, leave it.

Joining locks the player's row and then the circle's row. So simultaneous requests exceed neither the player's
number of circles nor the circle's number of members.
"""

import secrets
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ...models import Circle, Member, Player
from ...models.circles import MOST_CIRCLES, MOST_MEMBERS
from ...models.competitions import LONGEST_NAME, SHORTEST_NAME
from ...people.clean_text import clean
from ...people.form_repeats import made_once
from ...people.locks import lock_player
from ...people.names import player_name
from ...people.numbered_names import numbered, taken_in
from ...refusals import Refusal
from ...translatable import with_facts

IN_TOO_MANY: Final = ngettext_lazy(
    "A player is in at most %(most)d circle: leave it first.",
    "A player is in at most %(most)d circles: leave one first.",
    "most",
)
IS_FULL: Final = ngettext_lazy(
    "This circle has %(members)d member: there is no room for more.",
    "This circle has %(members)d members: there is no room for more.",
    "members",
)


def make_circle(*, name: str, player: Player, now: datetime) -> Member:
    """Make a circle that the player owns, and return their membership. The circle has no other member yet.

    Raises `invalid` for an unfit name, and `full` for a player in too many circles.
    """
    name = circle_name(name)
    with transaction.atomic():
        _require_room_for_a_circle(player)
        circle = Circle.objects.create(name=name, created_at=now)
        return _add(circle, player, now, owns=True)


def make_circle_once(*, name: str, player: Player, key: str | None, now: datetime) -> Member:
    """Return the player's membership in the circle that was made with this `key` before, or in a new circle.
    A key is kept for a day. Without a key, a circle is always made. Raises what `make_circle` raises, and
    `not_found` if the circle was closed since or the player has left it."""
    made = made_once(
        lambda: make_circle(name=name, player=player, now=now).circle_id,
        form="form of a circle",
        player=player,
        key=key,
        now=now,
    )
    member = Member.objects.filter(circle=made, player=player).first()
    if member is None:  # the circle was closed later, or the player left
        raise _gone()
    return member


def circle_name(text: str) -> str:
    """The circle's name as it is stored. Raises `invalid` for an unfit name."""
    return clean(text, field="name", shortest=SHORTEST_NAME, longest=LONGEST_NAME)


def join_circle(*, circle: Circle, player: Player, invite: str, now: datetime) -> tuple[Member, bool]:
    """Return the player's membership, and whether it is new. A member who joins again needs no code.

    Raises `bad_invite` for a wrong code, `full` for a full circle and for a player in too many circles, and
    what `hold_circle` raises.
    """
    mine = Member.objects.filter(circle=circle, player=player)
    if (member := mine.first()) is not None:
        return member, False
    require_invite(circle, invite)  # refuses wrong codes without a lock
    with transaction.atomic():
        _require_room_for_a_circle(player)
        circle = hold_circle(circle)
        if (member := mine.first()) is not None:  # the same player joined at the same moment
            return member, False
        require_invite(circle, invite)
        if circle.size >= MOST_MEMBERS:
            raise Refusal("full", with_facts(IS_FULL, members=MOST_MEMBERS))
        _count(circle, 1)
        return _add(circle, player, now), True


def require_invite(circle: Circle, code: str) -> None:
    """Raises `bad_invite` for a wrong code."""
    if not secrets.compare_digest(code.encode(), circle.invite.encode()):
        raise Refusal("bad_invite", _("This circle needs the invite code that its members have."))


def leave_circle(*, circle: Circle, player: Player) -> None:
    """End the player's membership, if there is one. The player keeps their results.

    Raises `wrong_state` for the owner, who must hand the circle over or close it. Raises what `hold_circle`
    raises.
    """
    with transaction.atomic():
        circle = hold_circle(circle)
        member = Member.objects.filter(circle=circle, player=player).first()
        if member is None:
            return
        if member.owns:
            raise Refusal("wrong_state", _("You own this circle: hand it over first, or close it."))
        member.delete()
        _count(circle, -1)


def leave_all_circles(*, player: Player) -> None:
    """End all memberships of the player. A circle that they own goes to the other member who joined first. If
    there is no other member, it is closed."""
    for member in Member.objects.filter(player=player).select_related("circle").order_by("circle"):
        _leave(member, player)


def _leave(member: Member, player: Player) -> None:
    circle = hold_circle(member.circle)
    if member.owns:
        heir = circle.members.exclude(pk=member.pk).first()
        if heir is None:
            circle.delete()
            return
        circle.members.filter(pk=member.pk).update(owns=False)
        circle.members.filter(pk=heir.pk).update(owns=True)
    leave_circle(circle=circle, player=player)


def hold_circle(circle: Circle) -> Circle:
    """Lock the circle's row until the transaction ends, and return the circle as it is now. Raises
    `not_found` for a closed circle."""
    held = Circle.objects.select_for_update(no_key=True).filter(pk=circle.pk).first()
    if held is None:
        raise _gone()
    return held


def _gone() -> Refusal:
    return Refusal("not_found", _("There is no such circle any more."))


def follow_name(player: Player) -> None:
    """Copy the player's new name into all their circles, with a number where the name is taken. Call this in
    the transaction that renames the player, with the player's row locked."""
    own = player_name(player.name)
    for member in Member.objects.filter(player=player).select_related("circle").order_by("circle"):
        circle = hold_circle(member.circle)
        shown = numbered(own, taken_in(circle.members.exclude(pk=member.pk)))
        circle.members.filter(pk=member.pk).update(**shown._asdict())


def _require_room_for_a_circle(player: Player) -> None:
    """Lock the player's row until the transaction ends. Raises `full` if the player is in too many circles,
    and what `lock_player` raises."""
    lock_player(player)
    if Member.objects.filter(player=player).count() >= MOST_CIRCLES:
        raise Refusal("full", with_facts(IN_TOO_MANY, most=MOST_CIRCLES))


def _add(circle: Circle, player: Player, now: datetime, *, owns: bool = False) -> Member:
    shown = numbered(player_name(player.name), taken_in(circle.members.all()))
    return Member.objects.create(circle=circle, player=player, joined_at=now, owns=owns, **shown._asdict())


def _count(circle: Circle, more: int) -> None:
    circle.size += more
    circle.save(update_fields=["size"])
