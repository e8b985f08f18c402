"""Who may see a circle: its members. For everybody else it does not exist."""

from ..models import Member, Player
from ..models.circles import MemberQuerySet


def memberships_of(viewer: Player) -> MemberQuerySet:
    """The viewer's memberships, `with_circles`: the only circles that they may see."""
    return Member.objects.with_circles().filter(player=viewer)


def membership(circle_id: str, viewer: Player | None) -> Member | None:
    """The viewer's membership of a circle, `with_circles`; None if they may not know that the circle
    exists."""
    return None if viewer is None else memberships_of(viewer).filter(circle=circle_id).first()
