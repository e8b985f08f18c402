"""Who may see a ghost, i.e. a closed round played again: only its player. For everybody else, the ghost does
not exist."""

from django.db.models import QuerySet

from ..models import Ghost, Player


def ghosts_shown_to(viewer: Player | None) -> QuerySet[Ghost]:
    """The viewer's own ghosts; none if their token has neither scope `read` nor `play`."""
    if viewer is None or {"read", "play"}.isdisjoint(viewer.scopes):
        return Ghost.objects.none()
    return Ghost.objects.filter(player=viewer)
