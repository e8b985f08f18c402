"""Who may see a ghost: its player. To everybody else there is no such ghost, whoever they are."""

from django.db.models import QuerySet

from ..models import Ghost, Player


def ghosts_shown_to(viewer: Player | None) -> QuerySet[Ghost]:
    """The ghosts that there are for the viewer: their own, unless their token may neither read nor play."""
    if viewer is None or {"read", "play"}.isdisjoint(viewer.scopes):
        return Ghost.objects.none()
    return Ghost.objects.filter(player=viewer)
