"""The audit trail in words for players: who did what, when, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from competitions.contests.settings_in_words import SETTINGS
from competitions.models import Act, Competition

from ..wording.lists import apart, listed_html, name_apart
from ..wording.words import seconds_in_words

PAGE: Final = 50
"""How many lines of the trail one page shows."""

DID: Final[Mapping[str, str | Promise]] = {
    "publish": _("{who} published the contest."),
    "close": _("{who} closed the contest."),
    "cancel": _("{who} cancelled the contest."),
    "certify": _("{who} declared the results final."),
    "copy": _("{who} made this contest as a copy of another."),
    "invite": _("{who} made a new invite code."),
    "change": _("{who} changed: {settings}."),
    "unseal": _("{who} looked at the sealed cards of round {round}."),
    "disqualify": _("{who} disqualified {whom}."),
    "reinstate": _("{who} reinstated {whom}."),
    "rename": _("{who} gave {whom} the name they have here."),
    "share": _("{who} made {whom} a co-organiser."),
    "unshare": _("{who} removed {whom} as a co-organiser."),
    "hand_over": _("{who} handed the contest over to {whom}."),
    "add_webhook": _("{who} added a webhook to {host}."),
    "remove_webhook": _("{who} removed the webhook to {host}."),
    "message": _("{who} wrote to {whom}."),
    "renew_badge": _("{who} made the badge of {whom} again."),
    "renew_unused_badge": _("{who} made a new code for an unused badge."),
    "grant_attempt": _("{who} let {whom} play round {round} once more, having seen its cards."),
    "grant_time": _("{who} gave {whom} {time} more in round {round}."),
    "set_aside": _("{who} set the result of {whom} in round {round} aside."),
    "count_again": _("{who} let the result of {whom} in round {round} count again."),
    "stop_organising": _("{who} stopped organising the contest."),
    "cut": _("{who} ended a game whose next move the rules refuse."),
}
"""A sentence for each act. `renew_unused_badge` and `stop_organising` are no acts: with these keys, `_what`
tells apart two meanings of the acts `renew_badge` and `unshare`. An act that is neither here nor in
`_sentence` has the sentence `UNNAMED`.
"""

UNNAMED: Final = _("{who} did something for which this page has no words: {act}.")

REASON_IS_A_FACT: Final = {
    *("change", "add_badges", "remove_badges", "add_webhook", "remove_webhook"),
    "copy",  # the id of the contest that was copied
}
"""Acts whose reason was not written by a person, but says what the act changed."""


@dataclass(frozen=True)
class TrailLine:
    """An act as a `sentence` in HTML, and the `reason` that was given for it, if any."""

    sentence: SafeString
    reason: str
    at: datetime


def trail_lines(competition: Competition, *, page: int = 1, limit: int = PAGE) -> list[TrailLine]:
    """A page of the trail, newest first, plus one line if another page follows."""
    acts = competition.acts.select_related("actor", "player", "round", "entry__player")
    start = (page - 1) * limit
    return [_line(act) for act in acts.order_by("-at", "-pk")[start : start + limit + 1]]


def _line(act: Act) -> TrailLine:
    facts = {
        "who": apart(act.staff) if act.actor is None else name_apart(act.actor.name),
        "whom": name_apart(_whom(act)),
        "act": act.act,
        "round": str(act.round.number) if act.round else "",
        "time": seconds_in_words((act.extra_ms or 0) // 1000),
        "badges": str(_badges(act)),
    }
    if act.act == "change":
        facts["settings"] = listed_html([SETTINGS.get(name, name) for name in act.reason.split(", ")])
    elif act.act in ("add_webhook", "remove_webhook"):
        facts["host"] = act.reason
    reason = "" if act.act in REASON_IS_A_FACT else act.reason
    return TrailLine(format_html(_sentence(act), **facts), reason, act.at)


def _sentence(act: Act) -> str:
    """The sentence of the act, with placeholders for its facts, such as `{who}`."""
    badges = _badges(act)
    if badges is not None:
        if act.act == "add_badges":
            return ngettext("{who} made {badges} badge.", "{who} made {badges} badges.", badges)
        return ngettext("{who} removed {badges} badge.", "{who} removed {badges} badges.", badges)
    what = _what(act)
    return str(DID.get(what, UNNAMED))


def _badges(act: Act) -> int | None:
    """How many badges the act made or removed; None for any other act."""
    if act.act not in ("add_badges", "remove_badges"):
        return None
    badges: int | None = (act.facts or {}).get("badges")
    return badges


def _what(act: Act) -> str:
    """The act's key in `DID`."""
    if act.act == "renew_badge" and not _whom(act):
        return "renew_unused_badge"
    if act.act == "unshare" and act.actor == act.player:
        return "stop_organising"
    return act.act


def _whom(act: Act) -> str:
    if act.entry is not None:
        return act.entry.name
    return "" if act.player is None else act.player.name
