"""The browsers in which a player is signed in. The player can list them, and sign them out."""

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
    """The browsers in which the player is signed in now, the most recently used first."""
    write_uses()
    return KnownBrowser.objects.filter(player=player, session__expire_date__gt=now).order_by("-used_at", "pk")


def end_browser(*, player: Player, browser_id: int, asking: str | None) -> bool:
    """Sign the player out of a browser, unless that browser sends this request.

    `asking` is the session key of this request. Return False if the player has no such browser, or if its
    session has the key `asking`. Sockets of the browser's pages are closed within a second. The browser
    cannot sign in by sending an earlier form again.
    """
    browser = KnownBrowser.objects.filter(player=player, pk=browser_id).exclude(session=asking).first()
    if browser is None:
        return False
    SessionStore(browser.session_id).delete()
    forget_forms(player=player)
    return True


def end_all_browsers(*, player: Player) -> None:
    """Sign the player out of every browser. The caller may renew the session of its own request afterwards.
    Raises what `lock_player` raises."""
    with transaction.atomic():
        lock_player(player)
        end_sessions(player=player)
