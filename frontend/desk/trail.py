"""The audit trail in words for players: who did what, when, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.models import Act, Competition

from ..wording.words import seconds_in_words

PAGE: Final = 50
"""How many lines of the trail one page shows."""

DID: Final[Mapping[str, tuple[str, str]]] = {
    "publish": ("published the contest", ""),
    "close": ("closed the contest", ""),
    "cancel": ("cancelled the contest", ""),
    "certify": ("declared the results final", ""),
    "copy": ("made this contest as a copy of another", ""),
    "invite": ("made a new invite code", ""),
    "disqualify": ("disqualified", ""),
    "reinstate": ("reinstated", ""),
    "rename": ("gave", " the name they have here"),
    "share": ("made", " a co-organiser"),
    "unshare": ("removed", " as a co-organiser"),
    "hand_over": ("handed the contest over to", ""),
    "add_webhook": ("added a webhook to", ""),
    "remove_webhook": ("removed the webhook to", ""),
    "message": ("wrote to", ""),
    "renew_badge": ("made the badge of", " again"),
    "cut": ("ended a game whose next move the rules refuse", ""),
}
"""The words before and after the player whom the act concerns. An act that is missing here is shown by its
short name in the code."""

SETTINGS: Final[Mapping[str, str]] = {
    "name": "the name",
    "about": "the description of the contest",
    "access": "who may play",
    "closes_at": "when it closes",
    "freeze_at": "the start of the freeze",
    "max_entries": "how many may join",
    "bots": "whether bots may join",
    "names": "whether players' names are kept",
    "rounds": "the rounds",
    "attempts": "how many attempts there are",
    "counts": "what counts",
    "others": "when others may be watched",
    "time_limit_s": "the time for one attempt",
    "opens_at": "when it opens",
    "ranking": "how it is ranked",
    "tie_break": "how ties are broken",
    "standings": "when scores appear",
    "play": "how it is played",
}


@dataclass(frozen=True)
class TrailLine:
    """An act, in the parts of its sentence: `who` did it, what they `did`, to `whom` if it concerns a player,
    and the words `after` that."""

    who: str
    did: str
    whom: str
    after: str
    reason: str
    at: datetime


def trail_lines(competition: Competition, *, page: int = 1, limit: int = PAGE) -> list[TrailLine]:
    """A page of the trail, newest first, plus one line if another page follows."""
    acts = competition.acts.select_related("actor", "player", "round", "entry__player")
    start = (page - 1) * limit
    return [_line(act) for act in acts.order_by("-at", "-pk")[start : start + limit + 1]]


def _line(act: Act) -> TrailLine:
    who = act.staff if act.actor is None else act.actor.name
    whom = act.entry.name if act.entry is not None else act.player.name if act.player is not None else ""
    did, after = DID.get(act.act, (act.act, ""))
    reason = act.reason
    if act.act == "unseal":
        did, after = (
            f"looked at the sealed cards of round {_number(act)}".strip(),
            "",
        )
    elif act.act == "change":
        did, reason = f"changed {in_a_row([SETTINGS.get(name, name) for name in reason.split(', ')])}", ""
    elif act.act in ("add_badges", "remove_badges"):
        did, reason = f"{'made' if act.act == 'add_badges' else 'removed'} {reason}", ""
    elif act.act == "grant_attempt":
        did, after = "let", f" play round {_number(act)} once more, having seen its cards"
    elif act.act == "grant_time":
        more = seconds_in_words((act.extra_ms or 0) // 1000)
        did, after = "gave", f" {more} more in round {_number(act)}"
    elif act.act == "set_aside":
        did, after = "set the result of", f" in round {_number(act)} aside"
    elif act.act == "count_again":
        did, after = "let the result of", f" in round {_number(act)} count again"
    elif act.act == "renew_badge" and not whom:
        did, after = "made a new code for an unused badge", ""
    elif act.act in ("add_webhook", "remove_webhook"):
        after, reason = f" {reason}", ""
    elif act.act == "copy":
        reason = ""  # an act of copying stores the id of the other contest as its reason
    elif act.act == "unshare" and act.actor == act.player:
        did, whom, after = "stopped organising the contest", "", ""
    return TrailLine(who, did, whom, after, reason, act.at)


def _number(act: Act) -> str:
    return str(act.round.number) if act.round else ""


def in_a_row(things: Sequence[str]) -> str:
    """
    >>> in_a_row(["the name"]), in_a_row(["the name", "who may play", "the rounds"])
    ('the name', 'the name, who may play and the rounds')
    """
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last
