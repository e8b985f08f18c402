"""Who may see a circle: only its members. For everybody else, the circle does not exist."""

from ..models import Member, Player
from ..models.circles import MemberQuerySet


def memberships_of(viewer: Player) -> MemberQuerySet:
    """The viewer's memberships, each read with its circle. The viewer may see only these circles."""
    return Member.objects.with_circles().filter(player=viewer)


def membership(circle_id: str, viewer: Player | None) -> Member | None:
    """The viewer's membership of a circle, read with the circle. None if the viewer may not know that the
    circle exists."""
    return None if viewer is None else memberships_of(viewer).filter(circle=circle_id).first()


def members_who_may_look(circle_id: str) -> MemberQuerySet:
    """The members of a circle who are not banned. Only they may read the circle's calendar, each at a secret
    address of their own."""
    return Member.objects.filter(circle=circle_id, player__banned_at=None).select_related("circle")
