"""Make badges from a list of names, renew a badge, and remove unused ones."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ...accounts.become_account import can_sign_in
from ...ledger.acts import record_act
from ...models import Badge, Competition, Entry, Kind, Player
from ...models.badges import MOST_BADGES
from ...people.form_repeats import made_once
from ...people.names import PlayerName, player_name
from ...people.numbered_names import free_number, taken_in, with_number
from ...refusals import Refusal, invalid
from ...translatable import with_facts
from ..acts import ALLOWED
from ..hold import hold_for, wrong_state
from .codes import give_code

MOST_AT_ONCE: Final = 200

FAULTS_TOLD: Final = 10
"""How many of the invalid names an error reports at most."""

LONGEST_TOLD: Final = 40
"""How many characters of an invalid name an error repeats at most."""


BAD_NUMBER: Final = ngettext_lazy(
    "Give 1 to %(most)d names; this is %(given)d.",
    "Give 1 to %(most)d names; these are %(given)d.",
    "given",
)
TOO_MANY: Final = ngettext_lazy(
    "A contest has at most %(most)d badge: there is room for %(room)d.",
    "A contest has at most %(most)d badges: there is room for %(room)d.",
    "most",
)
NO_ROOM: Final = _("%(most)d may play: there is room for %(room)d more.")


def make_badges(
    *, competition: Competition, organiser: Player, names: Sequence[str], now: datetime
) -> list[Badge]:
    """Make a badge for each name, in order, and return the badges. A name that looks like another name in the
    competition gets a number.

    Raises `invalid` for unfit names, no names or too many names at once. Raises `full` if the competition
    has too few free places or would have too many badges, and `wrong_state` once the competition is over.
    """
    given = _player_names(names)
    with transaction.atomic():
        competition = _hold_unfinished(competition, organiser, now)
        _require_room(competition, len(given))
        last = competition.badges.aggregate(last=Max("number"))["last"] or 0
        made = [
            Badge(competition=competition, number=number, **name._asdict())
            for number, name in enumerate(_distinct_names(given, competition), start=last + 1)
        ]
        for badge in made:
            give_code(badge)
        Badge.objects.bulk_create(made)
        _record(competition, organiser, "add_badges", now, facts={"badges": len(made)})
    return made


def make_badges_once(
    *, competition: Competition, organiser: Player, names: Sequence[str], key: str | None, now: datetime
) -> None:
    """Call `make_badges` for a form. Do nothing if the form with this `key` has made badges within the last
    day. Without a key, badges are always made. Raises what `make_badges` raises."""

    def make() -> str:
        make_badges(competition=competition, organiser=organiser, names=names, now=now)
        return competition.pk

    form = f"form of badges of {competition.pk}"
    made_once(make, form=form, player=organiser, key=key, now=now)


def renew_badge(*, competition: Competition, organiser: Player, badge: Badge, now: datetime) -> Badge:
    """Give the badge a new code, which voids the old code, and return the badge.

    The browser that used the old code plays on until the new code is used. From then on, only the browser
    that used the new code is the badge's player. Raises `wrong_state` once the competition is over, and if
    `may_come_again` is false. Raises `not_found` for a removed badge.
    """
    with transaction.atomic():
        competition = _hold_unfinished(competition, organiser, now)
        badge = read_again(badge)
        if not may_come_again(badge):
            raise Refusal("wrong_state", HAS_OTHER_WAYS)
        give_code(badge)
        badge.save(update_fields=["renewals", "digest", "used_at"])
        _record(competition, organiser, "renew_badge", now, entry=badge.entry)
    return badge


def remove_badge(*, competition: Competition, organiser: Player, badge: Badge, now: datetime) -> None:
    """Remove an unused badge. Raises `wrong_state` for a used badge, and `not_found` for a removed badge."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if read_again(badge).entry is not None:
            raise Refusal("wrong_state", _("Somebody has used this badge."))
        _remove(competition, organiser, competition.badges.filter(pk=badge.pk), now)


def remove_unused(*, competition: Competition, organiser: Player, now: datetime) -> None:
    """Remove all unused badges."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        _remove(competition, organiser, competition.badges.filter(entry=None), now)


HAS_OTHER_WAYS: Final = _(
    "The person who used this badge was a player before, has an account by now, or plays elsewhere, too. "
    "They can sign in on another phone, or use “Continue on another phone”; or make them another badge."
)


def may_come_again(badge: Badge) -> bool:
    """Whether a new code may hand the badge's player over to another browser. It may if nobody has used the
    badge. It also may if the badge created the player as a guest, who cannot sign in and plays nowhere else.
    Otherwise an organiser could take over a player who takes part elsewhere."""
    if badge.entry is None:
        return True
    player = badge.entry.player
    theirs = badge.newcomer and not player.account and not can_sign_in(player)
    return theirs and not _goes_elsewhere(player, badge.competition)


def _goes_elsewhere(player: Player, competition: Competition) -> bool:
    """Whether the player takes part in anything besides the contests of the competition's owner: in another
    contest, in organising a contest, or in a circle. Dailies, which are open to all, do not count."""
    others = player.entries.exclude(competition__kind=Kind.DAILY).exclude(
        competition__organiser=competition.organiser_id
    )
    parts = (others, player.organised, player.co_organised, player.memberships)
    return any(each.exists() for each in parts)


def read_again(badge: Badge) -> Badge:
    """Read the badge again, with its entry and player. Raises `not_found` if it was removed."""
    found = Badge.objects.select_related("competition", "entry__player").filter(pk=badge.pk).first()
    if found is None:
        raise Refusal("not_found", _("There is no such badge any more."))
    return found


def _hold_unfinished(competition: Competition, organiser: Player, now: datetime) -> Competition:
    """Lock and return the competition. Raises `wrong_state` once it is closed or cancelled."""
    found = hold_for(competition, organiser, now)
    if (state := found.state(now)) not in ALLOWED["badges"]:
        raise wrong_state(state)
    return found


def _player_names(names: Sequence[str]) -> list[PlayerName]:
    if not 1 <= len(names) <= MOST_AT_ONCE:
        raise invalid("names", with_facts(BAD_NUMBER, most=MOST_AT_ONCE, given=len(names)))
    read, faults = [], []
    for place, name in enumerate(names, start=1):
        try:
            read.append(player_name(name))
        except Refusal as refusal:
            told = name[:LONGEST_TOLD].encode(errors="replace").decode()
            faults += [
                with_facts(_("%(place)d. %(name)s: %(fault)s"), place=place, name=told, fault=fault)
                for fault in refusal.facts["errors"]["name"]
            ]
    if faults:
        raise invalid("names", *faults[:FAULTS_TOLD])
    return read


def _require_room(competition: Competition, more: int) -> None:
    badges = competition.badges.count()
    if badges + more > MOST_BADGES:
        raise Refusal("full", with_facts(TOO_MANY, most=MOST_BADGES, room=MOST_BADGES - badges))
    if competition.max_entries is not None:
        unused = competition.badges.filter(entry=None).count()
        room = max(0, competition.max_entries - competition.entrants - unused)
        if more > room:
            raise Refusal("full", with_facts(NO_ROOM, most=competition.max_entries, room=room))


def _distinct_names(given: Sequence[PlayerName], competition: Competition) -> list[PlayerName]:
    """Return the names in order. A name gets a number if it looks like an earlier name, like the name of an
    entry or like the name of another badge."""
    there = [taken_in(Entry.objects.filter(competition=competition)), taken_in(competition.badges.all())]
    used = {name for taken in there for name in taken(given)}
    found: list[PlayerName] = []
    looks: set[str] = set()
    shapes: set[str] = set()

    def taken(names: Collection[PlayerName]) -> Collection[PlayerName]:
        among_them = {name for name in names if name.look in looks or name.shape in shapes}
        return among_them.union(*(each(names) for each in there))

    last: dict[tuple[str, str], int] = {}  # the highest number given to each look and shape so far
    for name in given:
        family = (("look", name.look), ("shape", name.shape))
        if name in used or name.look in looks or name.shape in shapes:
            number = free_number(name, taken, after=max(last.get(each, 1) for each in family))
            last |= dict.fromkeys(family, number)
            name = with_number(name, number)
        found.append(name)
        looks.add(found[-1].look)
        shapes.add(found[-1].shape)
    return found


def _remove(competition: Competition, organiser: Player, badges: QuerySet[Badge], now: datetime) -> None:
    if removed := badges.delete()[0]:
        _record(competition, organiser, "remove_badges", now, facts={"badges": removed})


def _record(
    competition: Competition,
    organiser: Player,
    act: str,
    now: datetime,
    *,
    entry: Entry | None = None,
    facts: Mapping[str, int] | None = None,
) -> None:
    """Record an act in the audit trail, which entrants read. So `facts` give the number of badges, but no
    code, and no name of a person who has not joined."""
    record_act(competition, actor=organiser, act=act, entry=entry, facts=facts, at=now)
