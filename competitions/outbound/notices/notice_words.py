"""The content of a notice: as JSON for the API and the socket, as a sentence, and as the link to a page."""

from typing import Any

from django.urls import reverse

from ...models import Competition, Kind, Notice, NoticeType
from ...standings.standings import player_json
from ...times import moment

SAID_OF_ACTS = {
    "disqualify": "You are disqualified in {name}: {reason}",
    "reinstate": "You are back in the standings of {name}: {reason}",
    "rename": "You are called {called} in {name} now: {reason}",
    "grant_attempt": "You may play round {round} of {name} once more: {reason}",
    "grant_time": "You have more time in round {round} of {name}: {reason}",
    "set_aside": "Your result in round {round} of {name} no longer counts: {reason}",
    "count_again": "Your result in round {round} of {name} counts again: {reason}",
    "message": "The organiser of {name} writes: {reason}",
    "share": "From now on you organise {name} with others.",
    "unshare": "You no longer organise {name}.",
    "hand_over": "{name} is now yours: its organiser handed it over to you.",
}
A_DRAFT = "a contest that is not published yet"
"""The name of an unpublished contest in notices. A player who no longer organises the contest may not see its
name."""


def notice_json(notice: Notice) -> dict[str, Any]:
    """The notice as JSON, as the API and the socket send it."""
    return {
        "id": notice.pk,
        "type": notice.type,
        "at": moment(notice.at),
        "read": notice.read,
        "text": sentence_of(notice),
        "path": path_of(notice),
        "data": {
            "competition": notice.competition and _competition_json(notice.competition),
            "player": notice.entry and player_json(notice.entry.player, called=notice.entry.name),
            "act": notice.act
            and {
                "act": notice.act.act,
                "round": notice.act.round and notice.act.round.number,
                "reason": notice.act.reason,
            },
            "circle": None,
            "webhook": None,
            **notice.facts,
        },
    }


def _competition_json(competition: Competition) -> dict[str, str]:
    return {"id": competition.pk, "name": _called(competition), "kind": competition.kind}


def _called(competition: Competition) -> str:
    return A_DRAFT if competition.published_at is None else competition.name


def sentence_of(notice: Notice) -> str:
    """The sentence that tells the player of the notice what happened."""
    competition, other = notice.competition, notice.entry and notice.entry.name
    duel = competition is not None and competition.kind == Kind.DUEL
    name = "your duel" if duel else competition and _called(competition)
    match notice.type:
        case NoticeType.OPENS:
            return f"{name} has opened: you can play."
        case NoticeType.CLOSING:
            return _capital(f"{name} closes within the hour, and you have not played it to the end.")
        case NoticeType.CERTIFIED:
            return "Nobody has joined your duel." if duel else f"The results of {name} are final."
        case NoticeType.OVERTAKEN:
            return f"{other} has passed you in {name}."
        case NoticeType.DUEL:
            return f"{other} wants a duel with you."
        case NoticeType.DECIDED:
            return f"Your duel with {other} is decided."
        case NoticeType.REMATCH:
            return f"{other} wants a rematch with you."
        case NoticeType.CIRCLE:
            return f"You are no longer in the circle {notice.facts['circle']['name']}."
        case NoticeType.WEBHOOK:
            return (
                f"A webhook of {name} has stopped: its receiver is gone, or has accepted nothing for a day."
            )
    if notice.act is None:  # A newer release may have written a notice of a type that is unknown here.
        return f"There is news of {name}." if name else "There is news for you."
    act = notice.act
    return SAID_OF_ACTS[act.act].format(
        name=name,
        called=act.entry and act.entry.name,
        round=act.round and act.round.number,
        reason=act.reason,
    )


def path_of(notice: Notice) -> str:
    """The path of the page on this site that tells more about the notice."""
    if notice.competition_id is None:
        return reverse("circles")
    if notice.act is not None and notice.act.act == "unshare":
        return reverse("my_contests")
    page = "hooks" if notice.type == NoticeType.WEBHOOK else "competition"
    return reverse(page, args=(notice.competition_id,))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:] if sentence.startswith("your duel") else sentence
