"""Join with a badge. The first browser that enters the badge's code plays under the badge's name."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ...accounts.sign_in_ways import take_ways_away
from ...embargo.visibility import organised_by
from ...ledger.entry_names import NAME_FIELDS, give_name
from ...ledger.ledger import CompetitionChange, hold, record
from ...models import Badge, Competition, Entry, Player
from ...people.names import PlayerName
from ...people.numbered_names import numbered, taken_in
from ...people.passes import BY_BADGE, keep_pass, made_before
from ...people.register import register_guest
from ...people.shut_out import shut_out
from ...play.attempts import lock_entry
from ...refusals import Refusal
from ...translatable import with_facts
from ..join import enter, require_a_place, require_joinable
from .codes import digest_of
from .make_badges import HAS_OTHER_WAYS, may_come_again, read_again

UNKNOWN: Final = _(
    "This code does not work. Check each letter and digit. If the badge was made again, only the new one "
    "works."
)
USED: Final = _(
    "This badge was used already, on another phone. Whoever runs the contest can make it again for you."
)
OF_ANOTHER: Final = _(
    "This phone came in with the badge of %(name)s. Each player needs a phone or a browser of their own."
)
RUNS_IT: Final = _("You run this contest. The person named on the badge must open it, on their own phone.")


def badge_with(code: str) -> Badge | None:
    """The badge with this code, with its competition, entry and player. None for an unknown code, and for a
    badge of a draft."""
    found = Badge.objects.filter(digest=digest_of(code), competition__published_at__isnull=False)
    return found.select_related("competition__organiser", "competition__daily", "entry__player").first()


def come(*, code: str, viewer: Player | None, form: str | None, now: datetime) -> Entry:
    """Use up the code of a badge, and return the entry of the player who uses the badge. The caller signs the
    browser in as that player.

    A stranger becomes a guest with the badge's name. A `viewer`, who is signed in, gets that name in this
    competition, even if they joined before. With a renewed badge, the browser becomes the player who used the
    badge before, and all other browsers of that player are signed out. `form` is the random number of
    the form that the browser sent. If the browser sends the form again within some minutes, the function
    returns the badge's entry again.

    Raises `not_found` for an unknown code. Raises `wrong_state` for a used code, for organisers, for players
    who used another badge, and if `may_come_again` is false. Raises what `require_a_place` raises.
    """
    badge = badge_with(code)
    if badge is None:
        raise Refusal("not_found", UNKNOWN)
    mine = None if viewer is None else Entry.of(badge.competition, viewer)
    with transaction.atomic():
        if mine is not None:
            # The entry is locked before the competition, as everywhere, to avoid deadlocks.
            mine = lock_entry(mine)
        competition = hold(badge.competition_id)
        now = max(now, timezone.now())  # the competition may have closed during the wait for the lock
        badge = badge_with(code)
        if badge is None:
            raise Refusal("not_found", UNKNOWN)
        if badge.used_at is not None:
            return _came_before(badge, code, viewer, form, now)
        if viewer is not None and organised_by(viewer, [competition]):
            raise Refusal("wrong_state", RUNS_IT)
        if badge.entry is not None:
            _take_from_other_browsers(badge.entry, badge, now)
        else:
            _require_bearer(competition, viewer, mine)
            badge.newcomer = viewer is None
            badge.entry = _enter(competition, badge, viewer, mine, now)
        badge.used_at = now
        badge.save(update_fields=["entry", "newcomer", "used_at"])
        keep_pass(badge.entry.player, form, BY_BADGE, code, now)
    return badge.entry


def _came_before(badge: Badge, code: str, viewer: Player | None, form: str | None, now: datetime) -> Entry:
    """The badge's entry, if this browser used the code. Raises `wrong_state` for another browser."""
    assert badge.entry is not None
    if badge.entry.player in (viewer, made_before(form, BY_BADGE, code, now)):
        return badge.entry
    raise Refusal("wrong_state", USED)


def _require_bearer(competition: Competition, viewer: Player | None, mine: Entry | None) -> None:
    """Raises `wrong_state` if the viewer has used another badge, or joins at this moment in another
    request."""
    if viewer is None:
        return
    if mine is None and Entry.of(competition, viewer) is not None:
        raise Refusal("wrong_state", _("You have just joined. Please try again."))
    if mine is not None and Badge.objects.filter(entry=mine).exists():
        raise Refusal(
            "wrong_state",
            with_facts(OF_ANOTHER, name=mine.name),
        )


def _enter(
    competition: Competition, badge: Badge, viewer: Player | None, mine: Entry | None, now: datetime
) -> Entry:
    """Return an entry with the badge's name: the viewer's entry `mine`, renamed, or a new entry if `mine` is
    None. The name gets a number if another entry has taken it."""
    if viewer is None:
        player = register_guest(name=badge.name, bot=False, now=now)
        require_a_place(competition, player, now)
        return enter(competition, player, now)
    others = Entry.objects.filter(competition=competition).exclude(player=viewer)
    name = numbered(PlayerName(badge.name, badge.look, badge.shape), taken_in(others))
    if mine is None:
        require_a_place(competition, viewer, now)
        return enter(competition, viewer, now, name)
    require_joinable(competition, now)
    give_name(mine, name)
    record(CompetitionChange(competition, entries=[mine], columns=NAME_FIELDS), now=now)
    return mine


def _take_from_other_browsers(entry: Entry, badge: Badge, now: datetime) -> None:
    """Void the player's sessions, tokens, tickets, codes and added addresses, so that only the browser with
    the new code is the player. Raises `wrong_state` if `may_come_again` is false."""
    entry.player = Player.objects.select_for_update(no_key=True).get(pk=entry.player_id)
    badge = read_again(badge)  # fails if the badge was deleted with its player
    if not may_come_again(badge):  # since the renewal, the player may have got an account
        raise Refusal("wrong_state", HAS_OTHER_WAYS)
    take_ways_away(entry.player)
    shut_out(player=entry.player, now=now)
