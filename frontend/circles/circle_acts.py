"""Acts of members on a circle: the words of each act, and its use case."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.contests.circles.membership import leave_circle
from competitions.contests.circles.ownership import (
    change_circle,
    close_circle,
    new_circle_invite,
    remove_member,
)
from competitions.models import Member, Player

from .forms import CircleActForm, CircleNameForm, OtherMemberForm


@dataclass(frozen=True, kw_only=True)
class CircleAct:
    """An act on a circle. The owner may do every act except leaving; other members may only leave."""

    title: str | Promise
    """The words on the act's link and button."""
    asks: str | Promise
    says: Sequence[str | Promise]
    """Sentences that say what the act will do."""
    did: str | Promise
    do: Callable[[Member, Mapping[str, Any]], None]
    form: type[CircleActForm] = CircleActForm
    of_owner: bool = True
    ends: bool = False
    """Whether the member can no longer see the circle after the act."""


CIRCLE_ACTS: Final[Mapping[str, CircleAct]] = {
    "rename": CircleAct(
        title=_("Rename"),
        asks=_("What shall the circle be called?"),
        says=[_("All members see the new name.")],
        did=_("The circle has another name."),
        do=lambda mine, given: change_circle(circle=mine.circle, owner=mine.player, name=given["name"]),
        form=CircleNameForm,
    ),
    "code": CircleAct(
        title=_("Make a new link"),
        asks=_("Make a new link?"),
        says=[_("The old link stops working."), _("The current members stay.")],
        did=_("There is a new link. The old one no longer works."),
        do=lambda mine, given: new_circle_invite(circle=mine.circle, owner=mine.player),
    ),
    "remove": CircleAct(
        title=_("Remove a member"),
        asks=_("Which member do you want to remove?"),
        says=[
            _("Their results stay, but no longer appear on this board."),
            _("They can come back with the link. To prevent that, make a new link."),
        ],
        did=_("The member is removed."),
        do=lambda mine, given: remove_member(
            circle=mine.circle,
            owner=mine.player,
            player=Player.objects.get(pk=given["member"]),
            now=timezone.now(),
        ),
        form=OtherMemberForm,
    ),
    "hand-over": CircleAct(
        title=_("Hand it over"),
        asks=_("Who becomes the owner of the circle?"),
        says=[_("The circle then belongs to them. You stay a member and cannot take it back yourself.")],
        did=_("The circle is handed over."),
        do=lambda mine, given: change_circle(
            circle=mine.circle, owner=mine.player, new_owner=given["member"]
        ),
        form=OtherMemberForm,
    ),
    "leave": CircleAct(
        title=_("Leave the circle"),
        asks=_("Leave this circle?"),
        says=[
            _("You keep your results, but this board no longer shows them."),
            _("With the link you can come back."),
        ],
        did=_("You have left the circle."),
        do=lambda mine, given: leave_circle(circle=mine.circle, player=mine.player),
        of_owner=False,
        ends=True,
    ),
    "close": CircleAct(
        title=_("Close the circle"),
        asks=_("Close this circle?"),
        says=[
            _("The circle, its board and its link are gone for all members. Everybody keeps their results."),
            _("You cannot undo this."),
        ],
        did=_("The circle is closed."),
        do=lambda mine, given: close_circle(circle=mine.circle, owner=mine.player, now=timezone.now()),
        ends=True,
    ),
}
"""The acts on a circle, by the last part of their addresses."""

DONE: Final = {name: act.did for name, act in CIRCLE_ACTS.items()}
"""The message on the circle's page after each act."""


def acts_open_to(mine: Member) -> Sequence[tuple[str, CircleAct]]:
    """The acts that the member may do, with their names. Leaving is not among the owner's acts: the owner
    must hand the circle over first. Acts on another member are left out if the circle has no other member.
    """
    alone = mine.circle.size == 1
    return [
        (name, act)
        for name, act in CIRCLE_ACTS.items()
        if act.of_owner == mine.owns and not (alone and act.form is OtherMemberForm)
    ]
