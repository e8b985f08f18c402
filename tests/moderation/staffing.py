"""Making staff in the tests, faster than by mails and passwords."""

import re
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client

from competitions.models import Measure, Player, Report, Sign
from competitions.people.register import register_guest
from tests.embargo.routes import DESK_OF_STAFF

PAGES = "django.contrib.auth.backends.ModelBackend"


def make_account_staff(player: Player) -> Player:
    """The player as one of the staff, with an address and a password that nobody types."""
    EmailAddress.objects.create(user=player, email=f"{player.pk}@example.org", verified=True, primary=True)
    player.password = "typed by nobody"  # hashing one takes a quarter of a second
    player.account = player.is_staff = True
    player.save()
    return player


def register_staff(now: datetime) -> Player:
    """Stella, one of the staff."""
    return make_account_staff(register_guest(name="Stella Staff", bot=False, now=now))


def has_just_shown_who_they_are(session: Any, player: Player) -> None:
    """As if they had given their password once more in this session."""
    shown = {"method": "password", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [shown]
    session["account_authentication_methods_user"] = player.pk
    session.save()


def browser_of_staff(player: Player) -> Client:
    """The browser of a player who is now one of the staff, and has just shown who they are."""
    browser = Client()
    browser.force_login(make_account_staff(player), backend=PAGES)
    has_just_shown_who_they_are(browser.session, player)
    return browser


def pages_of_desk() -> Iterator[str]:
    """The path of every page of the staff's desk, with everything that is there to be shown."""
    rows: dict[str, Any] = {"report": Report, "measure": Measure, "sign": Sign, "player": Player}
    for page in DESK_OF_STAFF:
        table = page.split("/")[1] if "/" in page else ""
        if "<" not in page:
            yield f"/staff/{page}"
        elif page.startswith("^"):
            yield "/staff/competitions/"
        else:
            for pk in rows[table].objects.values_list("pk", flat=True):
                yield "/staff/" + re.sub("<.*>", f"{pk}", page)
