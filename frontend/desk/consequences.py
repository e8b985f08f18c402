"""The consequences of each act, in sentences with numbers, shown before the act."""

from django.utils.html import format_html

from competitions.models import Access, Entry

from ..templatetags.evendeal import moment
from .attendance import playing_now
from .situation import Situation


def count_of(count: int, thing: str) -> str:
    """
    >>> count_of(1, "player"), count_of(3, "round")
    ('1 player', '3 rounds')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _joined(situation: Situation) -> str:
    return count_of(situation.competition.entrants, "player")


def _those_playing(situation: Situation) -> list[str]:
    if situation.state != "running":
        return []
    match playing_now(situation.competition):
        case 0:
            return ["Nobody is playing now."]
        case 1:
            return ["1 player is still playing: their game ends as given up."]
        case playing:
            return [f"{playing} players are still playing: their games end as given up."]


def publishing(situation: Situation) -> list[str]:
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


def looking_again(situation: Situation) -> list[str]:
    return [
        "Other deals are drawn and solved, for each round for which none was found. That takes some minutes.",
        "What is promised of them stays as it is; in the settings you may ask for less.",
    ]


def new_code(situation: Situation) -> list[str]:
    return [
        f"The code {situation.competition.invite} lets nobody in any more, nor does a link with it.",
        f"Those who have joined stay in: {_joined(situation)}.",
    ]


def moving_the_end(situation: Situation) -> list[str]:
    closes_at = situation.competition.closes_at
    own = sum(round.closes_at is not None for round in situation.competition.rounds_in_order)
    return [
        "It stays open until you close it, as it is now."
        if closes_at is None
        else format_html("As it is now, it closes {}.", moment(closes_at)),
        f"The new end holds for everybody; {_joined(situation)} joined so far.",
        *([f"{count_of(own, 'round')} with an end of their own are not moved."] if own else []),
    ]


def closing(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"Nobody can play or join any more, and it cannot be opened again; {_joined(situation)} joined.",
    ]


def cancelling(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"It counts for nothing, for the {_joined(situation)} who joined. Its page stays, and says so.",
        "This cannot be taken back.",
    ]


def certifying(situation: Situation) -> list[str]:
    return [
        f"The results of {_joined(situation)} are final then.",
        "Nobody can be disqualified or reinstated any more.",
    ]


def copying(situation: Situation) -> list[str]:
    return [
        "You get a draft with the same settings and new deals, which nobody else sees until you publish it.",
        f"Nobody is in it: those of this contest stay here ({_joined(situation)}).",
    ]


def disqualifying(situation: Situation) -> list[str]:
    results = count_of(_results(situation.player_entry), "result")
    playing = situation.player_entry.attempts.running().exists()
    return [
        f"{situation.player_entry.name} ({results} so far) moves to the end without a rank and no longer "
        "counts; others may move up.",
        *(["They are playing now: their game ends as given up."] if playing else []),
        "They can be reinstated until you declare the results final.",
    ]


def reinstating(situation: Situation) -> list[str]:
    results = count_of(_results(situation.player_entry), "result")
    return [
        f"{situation.player_entry.name} counts again, with {results}, and others may move down.",
        "They may play on in rounds that are open.",
    ]


def _results(entry: Entry) -> int:
    return entry.attempts.filter(counts=True).count()


def renaming(situation: Situation) -> list[str]:
    return [
        f"Everybody sees the new name instead of {situation.player_entry.name}, in this contest alone.",
        "No result changes.",
    ]


def sharing(situation: Situation) -> list[str]:
    others = count_of(situation.competition.co_organisers.count(), "co-organiser")
    return [
        "They may do all that you do here, but hand the contest over or remove others.",
        f"It has {others} now.",
    ]


def removing(situation: Situation) -> list[str]:
    return [
        "They cannot come to this desk any more.",
        "Webhooks that they added are removed. What else they did stays as it is.",
    ]


def leaving(situation: Situation) -> list[str]:
    return [
        "You cannot come to this desk any more.",
        "Webhooks that you added are removed. What else you did stays as it is.",
    ]


def handing_over(situation: Situation) -> list[str]:
    return ["The contest is theirs then. You stay on as a co-organiser, and cannot take it back yourself."]


def renewing(situation: Situation) -> list[str]:
    if situation.shown_badge.entry is None:
        return ["Its old code lets nobody in any more: the badge that was printed is void."]
    return [
        "You get a new code. On the phone that uses it they are the same player as before, with their games.",
        "From then on no other phone is that player any more, and what was played there stays.",
    ]


def removing_badges(situation: Situation) -> list[str]:
    unused = situation.competition.badges.filter(entry=None).count()
    return [
        f"Nobody has come with {count_of(unused, 'badge')}, and nobody can any more.",
        "Who is in stays in.",
    ]
