"""What organisers do at their desk: the name of each act, what it will do, and the use case that does it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.utils.html import format_html

from competitions.badges.making import remove_badge, remove_unused, renew_badge
from competitions.embargo.visibility import Viewpoint
from competitions.models import Access, Badge, Competition, Entry, Player
from competitions.organising.acts import ALLOWED, ALWAYS, DRAFTS
from competitions.organising.changing import CHANGEABLE, change, changeable
from competitions.organising.closing import cancel, certify, close
from competitions.organising.co_organisers import hand_over, share, unshare
from competitions.organising.copying import copy
from competitions.organising.disqualifying import disqualify, reinstate
from competitions.organising.entry_names import rename_entry
from competitions.organising.inviting import new_invite
from competitions.organising.publishing import publish
from competitions.players.naming import player_called

from ..forms.desk import ActForm, ClosingForm, PlayerForm, ReasonForm, RemoveForm, RenameForm, WhyForm
from ..templatetags.evendeal import moment
from .attendance import playing_now
from .band_lines import same_again

ActFields = Mapping[str, Any]


@dataclass(frozen=True)
class Situation:
    """What an act starts from: what its organiser sees, and the entry or badge that it concerns, if any."""

    seen: Viewpoint
    organiser: Player
    entry: Entry | None = None
    badge: Badge | None = None
    network: str = ""
    """From where the organiser asks, in an act on the contest itself."""

    @property
    def competition(self) -> Competition:
        return self.seen.competition

    @property
    def player_entry(self) -> Entry:
        """The entry, in an act on a player."""
        assert self.entry is not None
        return self.entry

    @property
    def shown_badge(self) -> Badge:
        """The badge, in an act on one."""
        assert self.badge is not None
        return self.badge

    @property
    def subject(self) -> dict[str, Any]:
        """What the act is done to, besides the competition."""
        return {name: each for name in ("entry", "badge") if (each := getattr(self, name)) is not None}

    @property
    def owns(self) -> bool:
        return self.competition.organiser_id == self.organiser.pk

    @property
    def state(self) -> str:
        return self.competition.state(self.seen.now)

    @property
    def deals_wait(self) -> bool:
        """Whether the deal of a round is not there yet."""
        return not all(round.deal.is_found(self.seen.now) for round in self.competition.rounds_in_order)

    @property
    def deals_lack(self) -> bool:
        """Whether no deal was found for a round."""
        rounds = self.competition.rounds_in_order
        return any(round.deal.is_not_to_be_found(self.seen.now) for round in rounds)

    @cached_property
    def joined(self) -> str:
        return count_of(self.competition.entrants, "player")

    @cached_property
    def playing(self) -> int:
        return playing_now(self.competition)

    def do(self, use_case: Callable[..., Any], **more: Any) -> Any:
        return use_case(
            competition=self.competition, organiser=self.organiser, now=self.seen.now, **self.subject, **more
        )


@dataclass(frozen=True, kw_only=True)
class DeskAct:
    """One act, with what is said of it before and after."""

    title: str
    """The words on the link to it and on the button that does it."""
    asks: str
    says: Callable[[Situation], Sequence[str]]
    """What it will do, in sentences with numbers."""
    did: str
    do: Callable[[Situation, ActFields], Any]
    states: frozenset[str]
    """The states in which it changes something."""
    form: type[ActForm] = ActForm
    page: str = "desk"
    """From where it is asked for, and where it leads back."""
    of_owner: bool = False
    """Whether only the owner may do it."""
    fits: Callable[[Situation], bool] = field(default=lambda situation: True)
    """Whether there is anything to do it to."""

    def is_open_to(self, situation: Situation) -> bool:
        """Whether the organiser may do it now."""
        allowed = situation.owns or not self.of_owner
        return allowed and situation.state in self.states and self.fits(situation)


def count_of(count: int, thing: str) -> str:
    """
    >>> count_of(1, "player"), count_of(3, "round")
    ('1 player', '3 rounds')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _those_playing(situation: Situation) -> list[str]:
    if situation.state != "running":
        return []
    match situation.playing:
        case 0:
            return ["Nobody is playing now."]
        case 1:
            return ["1 player is still playing: their game ends as given up."]
    return [f"{situation.playing} players are still playing: their games end as given up."]


def _publishing(situation: Situation) -> list[str]:
    match situation.competition.access:
        case Access.PUBLIC:
            who = "It is listed from now on, and anyone may join."
        case Access.UNLISTED:
            who = "From now on anyone who has the link may join."
        case _:
            who = "From now on anyone who has the link and the code may join."
    opens_at = situation.competition.opens_at
    when = "It opens at once." if opens_at is None else format_html("It opens {}.", moment(opens_at))
    rounds = count_of(len(situation.competition.rounds_in_order), "deal")
    return [who, when, f"It has {rounds}, and they can no longer be changed."]


def _looking_again(situation: Situation) -> list[str]:
    return [
        "Other deals are drawn and solved, for each round for which none was found. That takes some minutes.",
        "What is promised of them stays as it is; in the settings you may ask for less.",
    ]


def _new_code(situation: Situation) -> list[str]:
    return [
        f"The code {situation.competition.invite} lets nobody in any more, nor does a link with it.",
        f"Those who have joined stay in: {situation.joined}.",
    ]


def _moving_the_end(situation: Situation) -> list[str]:
    closes_at = situation.competition.closes_at
    own = sum(round.closes_at is not None for round in situation.competition.rounds_in_order)
    return [
        "It stays open until you close it, as it is now."
        if closes_at is None
        else format_html("As it is now, it closes {}.", moment(closes_at)),
        f"The new end holds for everybody; {situation.joined} joined so far.",
        *([f"{count_of(own, 'round')} with an end of their own are not moved."] if own else []),
    ]


def _closing(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"Nobody can play or join any more, and it cannot be opened again; {situation.joined} joined.",
    ]


def _cancelling(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"It counts for nothing, for the {situation.joined} who joined. Its page stays, and says so.",
        "This cannot be taken back.",
    ]


def _certifying(situation: Situation) -> list[str]:
    return [
        f"The results of {situation.joined} are final then.",
        "Nobody can be disqualified or reinstated any more.",
    ]


def _copying(situation: Situation) -> list[str]:
    return [
        "You get a draft with the same settings and new deals, which nobody else sees until you publish it.",
        f"Nobody is in it: those of this contest stay here ({situation.joined}).",
    ]


def _disqualifying(situation: Situation) -> list[str]:
    results = count_of(_results(situation.player_entry), "result")
    playing = situation.player_entry.attempts.running().exists()
    return [
        f"{situation.player_entry.name} comes last, without a rank, and counts for nobody, with {results} so "
        "far; others may move up.",
        *(["They are playing now: their game ends as given up."] if playing else []),
        "They can be reinstated until you declare the results final.",
    ]


def _reinstating(situation: Situation) -> list[str]:
    results = count_of(_results(situation.player_entry), "result")
    return [
        f"{situation.player_entry.name} counts again, with {results}, and others may move down.",
        "They may play on in rounds that are open.",
    ]


def _results(entry: Entry) -> int:
    return entry.attempts.filter(counts=True).count()


def _renaming(situation: Situation) -> list[str]:
    return [
        f"Everybody sees the new name instead of {situation.player_entry.name}, in this contest alone.",
        "No result changes.",
    ]


def _sharing(situation: Situation) -> list[str]:
    others = count_of(situation.competition.co_organisers.count(), "co-organiser")
    return [
        "They may do all that you do here, but hand the contest over or remove others.",
        f"It has {others} now.",
    ]


def _removing(situation: Situation) -> list[str]:
    return ["They cannot come to this desk any more. What they did stays as it is."]


def _handing_over(situation: Situation) -> list[str]:
    return ["The contest is theirs then. You stay on as a co-organiser, and cannot take it back yourself."]


def _renewing(situation: Situation) -> list[str]:
    if situation.shown_badge.entry is None:
        return ["Its old code lets nobody in any more: the badge that was printed is void."]
    return [
        "You get a new code. On the phone that uses it they are the same player as before, with their games.",
        "From then on no other phone is that player any more, and what was played there stays.",
    ]


def _removing_badges(situation: Situation) -> list[str]:
    unused = situation.competition.badges.filter(entry=None).count()
    return [
        f"Nobody has come with {count_of(unused, 'badge')}, and nobody can any more.",
        "Who is in stays in.",
    ]


ACTS: Final[Mapping[str, DeskAct]] = {
    "publish": DeskAct(
        title="Publish",
        asks="Publish this contest?",
        says=_publishing,
        did="The contest is published.",
        do=lambda situation, fields: situation.do(publish, **fields),
        states=ALLOWED["publish"],
        form=WhyForm,
        fits=lambda situation: not situation.deals_wait,
    ),
    "look-again": DeskAct(
        title="Look for deals again",
        asks="Look for such deals again?",
        says=_looking_again,
        did="Such deals are looked for again.",
        do=lambda situation, fields: situation.do(
            change, changes={"rounds": same_again(situation.seen)}, network=situation.network
        ),
        states=DRAFTS,
        fits=lambda situation: situation.deals_lack,
    ),
    "end": DeskAct(
        title="Move the end",
        asks="When is it to close?",
        says=_moving_the_end,
        did="The end of the contest is set.",
        do=lambda situation, fields: situation.do(change, changes=dict(fields)),
        states=CHANGEABLE["closes_at"],
        form=ClosingForm,
        fits=lambda situation: "closes_at" in changeable(situation.competition, situation.seen.now),
    ),
    "close": DeskAct(
        title="Close now",
        asks="Close this contest now?",
        says=_closing,
        did="The contest is closed.",
        do=lambda situation, fields: situation.do(close, **fields),
        states=ALLOWED["close"],
        form=WhyForm,
    ),
    "certify": DeskAct(
        title="Declare the results final",
        asks="Declare these results final?",
        says=_certifying,
        did="The results are final.",
        do=lambda situation, fields: situation.do(certify, **fields),
        states=ALLOWED["certify"],
        form=WhyForm,
    ),
    "copy": DeskAct(
        title="Copy the contest",
        asks="Make another contest like this one?",
        says=_copying,
        did="This is the copy, a draft: look through its settings, and publish it.",
        do=lambda situation, fields: situation.do(copy, network=situation.network),
        states=ALLOWED["copy"],
    ),
    "cancel": DeskAct(
        title="Cancel the contest",
        asks="Cancel this contest?",
        says=_cancelling,
        did="The contest is cancelled.",
        do=lambda situation, fields: situation.do(cancel, **fields),
        states=ALLOWED["cancel"],
        form=WhyForm,
    ),
}
"""The acts on the contest itself, by the names that their addresses have."""

INVITING: Final[Mapping[str, DeskAct]] = {
    "code": DeskAct(
        title="New code",
        asks="Make a new invite code?",
        says=_new_code,
        did="There is a new invite code, and the old one lets nobody in.",
        do=lambda situation, fields: situation.do(new_invite, **fields),
        states=ALLOWED["invite"],
        form=WhyForm,
        fits=lambda situation: situation.competition.access == Access.INVITE,
    ),
}

ORGANISING: Final[Mapping[str, DeskAct]] = {
    "share": DeskAct(
        title="Add a co-organiser",
        asks="With whom do you run this contest?",
        says=_sharing,
        did="You have one more co-organiser.",
        do=lambda situation, fields: situation.do(share, player=player_called(fields["name"])),
        states=ALLOWED["share"],
        form=PlayerForm,
    ),
    "remove": DeskAct(
        title="Remove a co-organiser",
        asks="Who is not to run this contest any more?",
        says=_removing,
        did="They do not organise this contest any more.",
        do=lambda situation, fields: situation.do(unshare, player=fields["player"]),
        states=ALLOWED["unshare"],
        form=RemoveForm,
        of_owner=True,
        fits=lambda situation: situation.competition.shared,
    ),
    "leave": DeskAct(
        title="Leave this desk",
        asks="Stop organising this contest?",
        says=lambda situation: ["You cannot come to this desk any more. What you did stays as it is."],
        did="You do not organise this contest any more.",
        do=lambda situation, fields: situation.do(unshare, player=situation.organiser),
        states=ALLOWED["unshare"],
        fits=lambda situation: not situation.owns,
    ),
    "hand-over": DeskAct(
        title="Hand it over",
        asks="To whom do you give this contest?",
        says=_handing_over,
        did="The contest is handed over. You are a co-organiser now.",
        do=lambda situation, fields: situation.do(hand_over, player=player_called(fields["name"])),
        states=ALLOWED["hand_over"],
        form=PlayerForm,
        of_owner=True,
    ),
}

ON_PLAYERS: Final[Mapping[str, DeskAct]] = {
    "rename": DeskAct(
        title="Rename",
        asks="Give this player another name here?",
        says=_renaming,
        did="The player has another name in this contest.",
        do=lambda situation, fields: situation.do(rename_entry, **fields),
        states=ALLOWED["rename"],
        form=RenameForm,
    ),
    "disqualify": DeskAct(
        title="Disqualify",
        asks="Disqualify this player?",
        says=_disqualifying,
        did="The player is disqualified.",
        do=lambda situation, fields: situation.do(disqualify, **fields),
        states=ALLOWED["disqualify"],
        form=ReasonForm,
        fits=lambda situation: situation.player_entry.disqualified_at is None,
    ),
    "reinstate": DeskAct(
        title="Reinstate",
        asks="Reinstate this player?",
        says=_reinstating,
        did="The player counts again.",
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
        title="Make anew",
        asks="Make this badge anew?",
        says=_renewing,
        did="The badge is made anew.",
        do=lambda situation, fields: situation.do(renew_badge),
        states=ALLOWED["badges"],
        page="badges",
        fits=lambda situation: situation.shown_badge.entry is None or situation.shown_badge.newcomer,
    ),
    "remove-badge": DeskAct(
        title="Remove",
        asks="Remove this badge?",
        says=lambda situation: ["Nobody has come with it, and nobody can any more."],
        did="The badge is removed.",
        do=lambda situation, fields: situation.do(remove_badge),
        states=ALWAYS,
        page="badges",
        fits=lambda situation: situation.shown_badge.entry is None,
    ),
}

ON_ALL_BADGES: Final[Mapping[str, DeskAct]] = {
    "remove-badges": DeskAct(
        title="Remove those that nobody used",
        asks="Remove the badges that nobody has come with?",
        says=_removing_badges,
        did="The badges that nobody had come with are removed.",
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
} | {"settings": "The settings are changed.", "add-badges": "The badges are made. Now print them."}
"""What is said at the desk after an act, by its name."""


def open_to(acts: Mapping[str, DeskAct], situation: Situation) -> list[tuple[str, DeskAct]]:
    """Those of `acts` that the organiser may do now, with their names."""
    return [(name, act) for name, act in acts.items() if act.is_open_to(situation)]
