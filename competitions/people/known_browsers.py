"""The browsers that know a player: what the player is told of them, and ending them."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from ..models import KnownBrowser, Player
from .last_uses import write_uses
from .locks import lock_player
from .passes import forget_forms
from .sessions import SessionStore
from .shut_out import end_sessions


def own_browsers(player: Player, now: datetime) -> QuerySet[KnownBrowser]:
    """Those that know the player now, the last used first."""
    write_uses()
    return KnownBrowser.objects.filter(player=player, session__expire_date__gt=now).order_by("-used_at", "pk")


def end_browser(*, player: Player, browser_id: int, asking: str | None) -> bool:
    """Let another browser of the player's know them no longer than now; False if they have no such browser,
    or if it is the one that asks, whose session has this key.

    What its pages have opened is closed within a second, and no form that it sends again lets it in.
    """
    browser = KnownBrowser.objects.filter(player=player, pk=browser_id).exclude(session=asking).first()
    if browser is None:
        return False
    SessionStore(browser.session_id).delete()
    forget_forms(player=player)
    return True


def end_all_browsers(*, player: Player) -> None:
    """Let no browser know the player any more, but for that of a request which goes on to renew its
    session. Raises what `lock_player` raises."""
    with transaction.atomic():
        lock_player(player)
        end_sessions(player=player)
