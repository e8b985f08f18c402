"""Who may see more of a player than the name: everyone if the profile is public, else only the player."""

from ..models import Player, Profile
from .visibility import speaks_for_entrant


def shows_profile(player: Player, viewer: Player | None) -> bool:
    """Whether the viewer may see the player's results and ratings, as far as competitions show them."""
    if player.profile == Profile.PUBLIC:
        return True
    return viewer is not None and viewer.pk == player.pk and speaks_for_entrant(viewer.scopes)
