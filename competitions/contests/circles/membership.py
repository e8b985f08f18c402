"""Becoming a member of a circle, by making it or with its invite code; and ceasing to be one.

Who joins holds first their own row and then the circle's, so that neither has more than it may.
"""

import secrets
from datetime import datetime

from django.db import transaction

from ...models import Circle, Member, Player
from ...models.circles import MOST_CIRCLES, MOST_MEMBERS
from ...models.competitions import LONGEST_NAME, SHORTEST_NAME
from ...people.clean_text import clean
from ...people.form_repeats import made_once
from ...people.locks import lock_player
from ...people.names import player_name
from ...people.numbered_names import numbered, taken_in
from ...refusals import Refusal


def make_circle(*, name: str, player: Player, now: datetime) -> Member:
    """The player as the owner and so far the only member of a new circle.

    Raises `invalid` for a name that is none, and `full` for a player who is in so many already.
    """
    name = circle_name(name)
    with transaction.atomic():
        _require_room_for_a_circle(player)
        circle = Circle.objects.create(name=name, created_at=now)
        return _add(circle, player, now, owns=True)


def make_circle_once(*, name: str, player: Player, key: str | None, now: datetime) -> Member:
    """The player as the owner of the circle that they made with this `key` before; or of a new one, as always
    without a key. A key is kept for a day, like an answer of the API. Raises what `make_circle` raises."""
    made = made_once(
        lambda: make_circle(name=name, player=player, now=now).circle_id,
        form="form of a circle",
        player=player,
        key=key,
        now=now,
    )
    member = Member.objects.filter(circle=made, player=player).first()
    if member is None:  # it is closed since, or the player left it
        raise _gone()
    return member


def circle_name(text: str) -> str:
    """The name of a circle as it is stored; raises `invalid` for a text that is none."""
    return clean(text, field="name", shortest=SHORTEST_NAME, longest=LONGEST_NAME)


def join_circle(*, circle: Circle, player: Player, invite: str, now: datetime) -> tuple[Member, bool]:
    """The player's membership, and whether it is new: joining twice is once, whatever the code is then.

    Raises `bad_invite` for another code than the circle's; `full` where it has all the members it may have,
    and for a player who is in so many circles already; and what `hold_circle` raises.
    """
    mine = Member.objects.filter(circle=circle, player=player)
    if (member := mine.first()) is not None:
        return member, False
    require_invite(circle, invite)  # most are refused without a lock
    with transaction.atomic():
        _require_room_for_a_circle(player)
        circle = hold_circle(circle)
        if (member := mine.first()) is not None:  # the same player joined at the same moment
            return member, False
        require_invite(circle, invite)
        if circle.size >= MOST_MEMBERS:
            raise Refusal("full", f"This circle has {MOST_MEMBERS} members: there is no room for more.")
        _count(circle, 1)
        return _add(circle, player, now), True


def require_invite(circle: Circle, code: str) -> None:
    """Raises `bad_invite` for another code than the circle's."""
    if not secrets.compare_digest(code.encode(), circle.invite.encode()):
        raise Refusal("bad_invite", "This circle needs the invite code that its members have.")


def leave_circle(*, circle: Circle, player: Player) -> None:
    """The player is no member any more; leaving twice is once. What they played stays theirs.

    Raises `wrong_state` for the owner, who hands the circle over first, or closes it; and what `hold_circle`
    raises.
    """
    with transaction.atomic():
        circle = hold_circle(circle)
        member = Member.objects.filter(circle=circle, player=player).first()
        if member is None:
            return
        if member.owns:
            raise Refusal("wrong_state", "You own this circle: hand it over first, or close it.")
        member.delete()
        _count(circle, -1)


def leave_all_circles(*, player: Player) -> None:
    """Do what `leave_circle` does in each. One of theirs is its longest member's then, and one without
    another member is closed."""
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
    """The circle as it now is, with its row locked until the transaction ends; raises `not_found` once it is
    closed."""
    held = Circle.objects.select_for_update(no_key=True).filter(pk=circle.pk).first()
    if held is None:
        raise _gone()
    return held


def _gone() -> Refusal:
    return Refusal("not_found", "There is no such circle any more.")


def follow_name(player: Player) -> None:
    """Call the player by their own name in all their circles, with a number where it is there already. Must
    be called in the transaction that gives them the name, with their row locked."""
    own = player_name(player.name)
    for member in Member.objects.filter(player=player).select_related("circle").order_by("circle"):
        circle = hold_circle(member.circle)
        shown = numbered(own, taken_in(circle.members.exclude(pk=member.pk)))
        circle.members.filter(pk=member.pk).update(**shown._asdict())


def _require_room_for_a_circle(player: Player) -> None:
    """Hold the player's row until the transaction ends; raises `full` if they are in so many circles, and
    what `lock_player` raises."""
    lock_player(player)
    if Member.objects.filter(player=player).count() >= MOST_CIRCLES:
        raise Refusal("full", f"A player is in at most {MOST_CIRCLES} circles: leave one first.")


def _add(circle: Circle, player: Player, now: datetime, *, owns: bool = False) -> Member:
    shown = numbered(player_name(player.name), taken_in(circle.members.all()))
    return Member.objects.create(circle=circle, player=player, joined_at=now, owns=owns, **shown._asdict())


def _count(circle: Circle, more: int) -> None:
    circle.size += more
    circle.save(update_fields=["size"])
