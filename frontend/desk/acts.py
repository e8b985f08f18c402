"""What organisers do at their desk: each act with its words and its use case."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.contests import grants
from competitions.contests.acts import ALLOWED, ALWAYS, DRAFTS
from competitions.contests.badges.make_badges import remove_badge, remove_unused, renew_badge
from competitions.contests.change import CHANGEABLE, change, changeable
from competitions.contests.close import cancel, certify, close
from competitions.contests.co_organisers import hand_over, share, unshare
from competitions.contests.copy_contest import copy
from competitions.contests.disqualify import disqualify, reinstate
from competitions.contests.invite import new_invite
from competitions.contests.message import write_message
from competitions.contests.publish import publish
from competitions.contests.rename_entry import rename_entry
from competitions.models import Access, Act, Round
from competitions.people.names import player_called

from . import consequences
from .attendance import RoundPlayed
from .band_lines import same_again
from .forms import (
    ActForm,
    ClosingForm,
    MessageForm,
    MoreTimeForm,
    PlayerForm,
    ReasonForm,
    RemoveForm,
    RenameForm,
    RoundGrantForm,
    WhyForm,
)
from .situation import Situation

ActFields = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class DeskAct:
    """Something that organisers can do at their desk, such as closing a contest: the question that the page
    asks before, the use case, and what the page says when it is done."""

    title: str | Promise
    """The words on the act's link and button."""
    asks: str | Promise
    says: Callable[[Situation], Sequence[str]]
    """Sentences that say what the act will do, such as how many players it concerns."""
    did: str | Promise
    do: Callable[[Situation, ActFields], Any]
    states: frozenset[str]
    """The states of a contest in which the act has an effect."""
    form: type[ActForm] = ActForm
    page: str = "desk"
    """The page that offers the act; afterwards the organiser returns to it."""
    of_owner: bool = False
    """Whether only the owner may do the act."""
    fits: Callable[[Situation], bool] = field(default=lambda situation: True)
    """Whether the act would change anything in this situation."""
    fits_round: Callable[[RoundPlayed], bool] | None = None
    """Whether the act would change anything in this round; None for an act that is not about a round."""

    def is_open_to(self, situation: Situation) -> bool:
        """Whether the organiser may do the act now."""
        allowed = situation.owns or not self.of_owner
        possible = allowed and situation.state in self.states and self.fits(situation)
        return possible and (self.fits_round is None or bool(self.rounds(situation)))

    def rounds(self, situation: Situation) -> list[Round]:
        """The rounds in which the act would change anything; empty for an act that is not about a round."""
        fits = self.fits_round
        return [] if fits is None else [each.round for each in situation.played if fits(each)]


def granting(grant: Callable[..., Act]) -> Callable[[Situation, ActFields], None]:
    """Return the function `do` of an act on a player's round, such as granting an attempt."""

    def do(situation: Situation, fields: ActFields) -> None:
        extra = {"extra_ms": fields["extra_s"] * 1000} if "extra_s" in fields else {}
        situation.do_once(grant, round=fields["round"], reason=fields["reason"], **extra)

    return do


ACTS: Final[Mapping[str, DeskAct]] = {
    "publish": DeskAct(
        title=_("Publish"),
        asks=_("Publish this contest?"),
        says=consequences.publishing,
        did=_("The contest is published."),
        do=lambda situation, fields: situation.do(publish, **fields),
        states=ALLOWED["publish"],
        form=WhyForm,
        fits=lambda situation: not situation.deals_wait,
    ),
    "look-again": DeskAct(
        title=_("Search for deals again"),
        asks=_("Search for such deals again?"),
        says=consequences.looking_again,
        did=_("We are searching for such deals again."),
        do=lambda situation, fields: situation.do(
            change, changes={"rounds": same_again(situation.seen)}, network=situation.network
        ),
        states=DRAFTS,
        fits=lambda situation: situation.deals_lack,
    ),
    "end": DeskAct(
        title=_("Move the end"),
        asks=_("When does it close?"),
        says=consequences.moving_the_end,
        did=_("The end of the contest is set."),
        do=lambda situation, fields: situation.do(change, changes=dict(fields)),
        states=CHANGEABLE["closes_at"],
        form=ClosingForm,
        fits=lambda situation: "closes_at" in changeable(situation.competition, situation.seen.now),
    ),
    "close": DeskAct(
        title=_("Close now"),
        asks=_("Close this contest now?"),
        says=consequences.closing,
        did=_("The contest is closed."),
        do=lambda situation, fields: situation.do(close, **fields),
        states=ALLOWED["close"],
        form=WhyForm,
    ),
    "certify": DeskAct(
        title=_("Declare the results final"),
        asks=_("Declare these results final?"),
        says=consequences.certifying,
        did=_("The results are final."),
        do=lambda situation, fields: situation.do(certify, **fields),
        states=ALLOWED["certify"],
        form=WhyForm,
    ),
    "copy": DeskAct(
        title=_("Copy the contest"),
        asks=_("Make another contest like this one?"),
        says=consequences.copying,
        did=_("This is the copy. It is a draft: check its settings, then publish it."),
        do=lambda situation, fields: situation.do(copy, network=situation.network),
        states=ALLOWED["copy"],
    ),
    "cancel": DeskAct(
        title=_("Cancel the contest"),
        asks=_("Cancel this contest?"),
        says=consequences.cancelling,
        did=_("The contest is cancelled."),
        do=lambda situation, fields: situation.do(cancel, **fields),
        states=ALLOWED["cancel"],
        form=WhyForm,
    ),
}
"""Acts on the contest, by the last part of their addresses."""

INVITING: Final[Mapping[str, DeskAct]] = {
    "code": DeskAct(
        title=_("New code"),
        asks=_("Make a new invite code?"),
        says=consequences.new_code,
        did=_("There is a new invite code. The old one no longer works."),
        do=lambda situation, fields: situation.do(new_invite, **fields),
        states=ALLOWED["invite"],
        form=WhyForm,
        fits=lambda situation: situation.competition.access == Access.INVITE,
    ),
}

ORGANISING: Final[Mapping[str, DeskAct]] = {
    "share": DeskAct(
        title=_("Add a co-organiser"),
        asks=_("Who runs this contest with you?"),
        says=consequences.sharing,
        did=_("You have one more co-organiser."),
        do=lambda situation, fields: situation.do(share, player=player_called(fields["name"])),
        states=ALLOWED["share"],
        form=PlayerForm,
    ),
    "remove": DeskAct(
        title=_("Remove a co-organiser"),
        asks=_("Which co-organiser do you want to remove?"),
        says=consequences.removing,
        did=_("They no longer organise this contest."),
        do=lambda situation, fields: situation.do(unshare, player=fields["player"]),
        states=ALLOWED["unshare"],
        form=RemoveForm,
        of_owner=True,
        fits=lambda situation: situation.competition.shared,
    ),
    "leave": DeskAct(
        title=_("Leave this desk"),
        asks=_("Stop organising this contest?"),
        says=consequences.leaving,
        did=_("You no longer organise this contest."),
        do=lambda situation, fields: situation.do(unshare, player=situation.organiser),
        states=ALLOWED["unshare"],
        fits=lambda situation: not situation.owns,
    ),
    "hand-over": DeskAct(
        title=_("Hand it over"),
        asks=_("Who becomes the organiser of this contest?"),
        says=consequences.handing_over,
        did=_("The contest is handed over. You are a co-organiser now."),
        do=lambda situation, fields: situation.do(hand_over, player=player_called(fields["name"])),
        states=ALLOWED["hand_over"],
        form=PlayerForm,
        of_owner=True,
    ),
}

ON_PLAYERS: Final[Mapping[str, DeskAct]] = {
    "new-attempt": DeskAct(
        title=_("New attempt"),
        asks=_("Let this player play a round once more?"),
        says=consequences.granting_an_attempt,
        did=_("The player has a fresh attempt."),
        do=granting(grants.grant_attempt),
        states=frozenset({"running"}),
        form=RoundGrantForm,
        fits=lambda situation: situation.player_entry.disqualified_at is None,
        fits_round=lambda played: played.may_be_played_again,
    ),
    "more-time": DeskAct(
        title=_("Extra minutes"),
        asks=_("Give this player more time?"),
        says=consequences.granting_time,
        did=_("The player has more time."),
        do=granting(grants.grant_time),
        states=frozenset({"running"}),
        form=MoreTimeForm,
        fits_round=lambda played: played.may_last_longer,
    ),
    "set-aside": DeskAct(
        title=_("Set aside"),
        asks=_("Set a result of this player aside?"),
        says=consequences.setting_aside,
        did=_("The result no longer counts."),
        do=granting(grants.set_aside),
        states=ALLOWED["grant"],
        form=RoundGrantForm,
        fits_round=lambda played: played.result,
    ),
    "count-again": DeskAct(
        title=_("Count again"),
        asks=_("Let a result of this player count again?"),
        says=consequences.counting_again,
        did=_("The result counts again."),
        do=granting(grants.count_again),
        states=ALLOWED["grant"],
        form=RoundGrantForm,
        fits_round=lambda played: played.may_count_again,
    ),
    "message": DeskAct(
        title=_("Message"),
        asks=_("What do you want to tell this player?"),
        says=consequences.writing,
        did=_("The message is sent."),
        do=lambda situation, fields: situation.do_once(write_message, text=fields["text"]),
        states=ALLOWED["message"],
        form=MessageForm,
        fits=lambda situation: situation.player_entry.player_id != situation.organiser.pk,
    ),
    "rename": DeskAct(
        title=_("Rename"),
        asks=_("Give this player another name here?"),
        says=consequences.renaming,
        did=_("The player has another name in this contest."),
        do=lambda situation, fields: situation.do(rename_entry, **fields),
        states=ALLOWED["rename"],
        form=RenameForm,
    ),
    "disqualify": DeskAct(
        title=_("Disqualify"),
        asks=_("Disqualify this player?"),
        says=consequences.disqualifying,
        did=_("The player is disqualified."),
        do=lambda situation, fields: situation.do(disqualify, **fields),
        states=ALLOWED["disqualify"],
        form=ReasonForm,
        fits=lambda situation: situation.player_entry.disqualified_at is None,
    ),
    "reinstate": DeskAct(
        title=_("Reinstate"),
        asks=_("Reinstate this player?"),
        says=consequences.reinstating,
        did=_("The player counts again."),
        do=lambda situation, fields: situation.do(reinstate, **fields),
        states=ALLOWED["reinstate"],
        form=ReasonForm,
        fits=lambda situation: (
            situation.player_entry.disqualified_at is not None and not situation.player_entry.banned
        ),
    ),
}

ON_BADGES: Final[Mapping[str, DeskAct]] = {
    "renew-badge": DeskAct(
        title=_("Make again"),
        asks=_("Make this badge again?"),
        says=consequences.renewing,
        did=_("There is a new badge."),
        do=lambda situation, fields: situation.do(renew_badge),
        states=ALLOWED["badges"],
        page="badges",
        fits=lambda situation: situation.shown_badge.entry is None or situation.shown_badge.newcomer,
    ),
    "remove-badge": DeskAct(
        title=_("Remove"),
        asks=_("Remove this badge?"),
        says=lambda situation: [gettext("Nobody has used it, and after this nobody can.")],
        did=_("The badge is removed."),
        do=lambda situation, fields: situation.do(remove_badge),
        states=ALWAYS,
        page="badges",
        fits=lambda situation: situation.shown_badge.entry is None,
    ),
}

ON_ALL_BADGES: Final[Mapping[str, DeskAct]] = {
    "remove-badges": DeskAct(
        title=_("Remove unused badges"),
        asks=_("Remove all unused badges?"),
        says=consequences.removing_badges,
        did=_("The unused badges are removed."),
        do=lambda situation, fields: situation.do(remove_unused),
        states=ALWAYS,
        page="badges",
        fits=lambda situation: situation.competition.badges.filter(entry=None).exists(),
    ),
}

DONE: Final = {
    name: act.did
    for acts in (ACTS, INVITING, ORGANISING, ON_PLAYERS, ON_BADGES, ON_ALL_BADGES)
    for name, act in acts.items()
} | {"settings": _("The settings are changed."), "add-badges": _("The badges are made. Now print them.")}
"""The message that the desk shows after each act."""


def open_to(acts: Mapping[str, DeskAct], situation: Situation) -> list[tuple[str, DeskAct]]:
    """The acts of `acts` that the organiser may do now, with their names."""
    return [(name, act) for name, act in acts.items() if act.is_open_to(situation)]
