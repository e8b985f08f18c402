"""The content of a notice: as JSON for the API and the socket, as a sentence, and as the link to a page."""

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ...models import Competition, Kind, Notice, NoticeType
from ...people.given_names import shown_name
from ...standings.standings import player_json
from ...times import moment
from ...translatable import Translatable, with_facts

SAID: Final[Mapping[str, Translatable]] = {
    NoticeType.OPENS: _("%(name)s has opened: you can play."),
    NoticeType.CLOSING: _("%(name)s closes within the hour, and you have not played it to the end."),
    NoticeType.CERTIFIED: _("The results of %(name)s are final."),
    NoticeType.OVERTAKEN: _("%(other)s has passed you in %(name)s."),
    NoticeType.CIRCLE: _("You are no longer in the circle %(circle)s."),
    NoticeType.WEBHOOK: _(
        "A webhook of %(name)s has stopped: its receiver is gone, or has accepted nothing for a day."
    ),
    "disqualify": _("You are disqualified in %(name)s: %(reason)s"),
    "reinstate": _("You are back in the standings of %(name)s: %(reason)s"),
    "rename": _("You are called %(called)s in %(name)s now: %(reason)s"),
    "grant_attempt": _("You may play round %(round)d of %(name)s once more: %(reason)s"),
    "grant_time": _("You have more time in round %(round)d of %(name)s: %(reason)s"),
    "set_aside": _("Your result in round %(round)d of %(name)s no longer counts: %(reason)s"),
    "count_again": _("Your result in round %(round)d of %(name)s counts again: %(reason)s"),
    "message": _("The organiser of %(name)s writes: %(reason)s"),
    "share": _("From now on you organise %(name)s with others."),
    "unshare": _("You no longer organise %(name)s."),
    "hand_over": _("%(name)s is now yours: its organiser handed it over to you."),
}
"""The texts of notices. The key is the act, or the type of the notice if it is about no act."""

SAID_OF_A_DUEL: Final[Mapping[str, Translatable]] = {
    NoticeType.OPENS: _("Your duel has opened: you can play."),
    NoticeType.CLOSING: _("Your duel closes within the hour, and you have not played it to the end."),
    NoticeType.CERTIFIED: _("Nobody has joined your duel."),
    NoticeType.OVERTAKEN: _("%(other)s has passed you in your duel."),
    NoticeType.DUEL: _("%(other)s wants a duel with you."),
    NoticeType.DECIDED: _("Your duel with %(other)s is decided."),
    NoticeType.REMATCH: _("%(other)s wants a rematch with you."),
}
"""The texts of notices about duels. The key is the type of the notice. The texts do not contain the duel's
name."""

SAID_OF_A_DRAFT: Final[Mapping[str, Translatable]] = {
    NoticeType.WEBHOOK: _(
        "A webhook of a contest that is not published yet has stopped: its receiver is gone, or has accepted "
        "nothing for a day."
    ),
    "share": _("From now on you organise, with others, a contest that is not published yet."),
    "unshare": _("You no longer organise a contest that is not published yet."),
    "hand_over": _("A contest that is not published yet is now yours: its organiser handed it over to you."),
}
"""The texts of notices about unpublished contests, keyed as in `SAID`. They do not contain the name of the
contest, because a former organiser may not see it."""

A_DRAFT: Final = _("a contest that is not published yet")

# The texts of notices whose type this release does not know. A newer release may have written such a notice.
NEWS: Final = _("There is news for you.")
NEWS_OF: Final = _("There is news of %(name)s.")
NEWS_OF_A_DUEL: Final = _("There is news of your duel.")
NEWS_OF_A_DRAFT: Final = _("There is news of a contest that is not published yet.")


def notice_json(notice: Notice) -> dict[str, Any]:
    """The notice as JSON, as the API and the socket send it."""
    return {
        "id": notice.pk,
        "type": notice.type,
        "at": moment(notice.at),
        "read": notice.read,
        "text": str(sentence_of(notice)),
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
    return str(A_DRAFT) if competition.published_at is None else competition.name


def sentence_of(notice: Notice) -> Translatable:
    """The sentence that tells the player of the notice what happened."""
    return with_facts(notice_text(notice), **notice_facts(notice))


def notice_text(notice: Notice) -> Translatable:
    """The text of the notice's sentence, without its facts."""
    return _text(notice.type if notice.act is None else notice.act.act, notice.competition)


def notice_facts(notice: Notice) -> Mapping[str, Any]:
    """The facts of the sentence: names, what somebody wrote, and the number of a round. A fact that the
    notice does not have is None."""
    competition, act, other = notice.competition, notice.act, notice.entry
    return {
        "name": competition and competition.title,
        "other": other and shown_name(other.name),
        "circle": notice.facts.get("circle", {}).get("name"),
        "called": act and act.entry and shown_name(act.entry.name),
        "round": act and act.round and act.round.number,
        "reason": act and act.reason,
    }


def _text(what: str, competition: Competition | None) -> Translatable:
    """The text for an act or for a type of notice. Only a text about a published contest has its name."""
    if competition is None:
        return SAID[what] if what == NoticeType.CIRCLE else NEWS
    if competition.published_at is None:
        return SAID_OF_A_DRAFT.get(what, NEWS_OF_A_DRAFT)
    if competition.kind == Kind.DUEL:
        return SAID_OF_A_DUEL.get(what, NEWS_OF_A_DUEL)
    return SAID.get(what, NEWS_OF)


def path_of(notice: Notice) -> str:
    """The path of the page on this site to which the notice leads."""
    if notice.competition_id is None:
        return reverse("circles")
    if notice.act is not None and notice.act.act == "unshare":
        return reverse("my_contests")
    page = "hooks" if notice.type == NoticeType.WEBHOOK else "competition"
    return reverse(page, args=(notice.competition_id,))
