"""What each act changes, in sentences that also say how many players, deals or badges it concerns. The page
shows them before the act."""

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
            who = "From now on it is listed, and anyone can join."
        case Access.UNLISTED:
            who = "From now on anyone with the link can join."
        case _:
            who = "From now on anyone with the link and the code can join."
    opens_at = situation.competition.opens_at
    when = "It opens at once." if opens_at is None else format_html("It opens {}.", moment(opens_at))
    rounds = count_of(len(situation.competition.rounds_in_order), "deal")
    return [who, when, f"It has {rounds}, and they can no longer be changed."]


def looking_again(situation: Situation) -> list[str]:
    return [
        "For each round without a deal, the server draws and solves other deals. This takes some minutes.",
        "The promise stays the same. In the settings you can ask for less.",
    ]


def new_code(situation: Situation) -> list[str]:
    return [
        f"The code {situation.competition.invite} stops working, and so do links with it.",
        f"Players who have joined stay in: {_joined(situation)}.",
    ]


def moving_the_end(situation: Situation) -> list[str]:
    closes_at = situation.competition.closes_at
    own = sum(round.closes_at is not None for round in situation.competition.rounds_in_order)
    return [
        "At present it stays open until you close it."
        if closes_at is None
        else format_html("At present it closes {}.", moment(closes_at)),
        f"The new end holds for everybody; {_joined(situation)} joined so far.",
        *([f"{count_of(own, 'round')} with a closing time of their own keep it."] if own else []),
    ]


def closing(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"After that, nobody can play or join, and you cannot open it again. {_joined(situation)} joined.",
    ]


def cancelling(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        f"It will not count for the {_joined(situation)} who joined. Its page stays and says so.",
        "You cannot undo this.",
    ]


def certifying(situation: Situation) -> list[str]:
    return [
        f"The results of {_joined(situation)} are final then.",
        "After that, you cannot disqualify or reinstate anybody.",
    ]


def copying(situation: Situation) -> list[str]:
    return [
        "You get a draft with the same settings and new deals. Nobody else sees it until you publish it.",
        f"The copy has no players; the players of this contest stay here ({_joined(situation)}).",
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


def granting_an_attempt(situation: Situation) -> list[str]:
    playing = any(each.running for each in situation.played)
    return [
        "Their last game in the round stays on record and no longer counts.",
        *(["If that game is still running, it ends now."] if playing else []),
        "They have seen these cards: the scoreboard says so, and the new result counts for no rating.",
    ]


def granting_time(situation: Situation) -> list[str]:
    return [
        "The game that they are playing gets more time. Their table shows it within seconds.",
        "The scoreboard marks the round.",
    ]


def setting_aside(situation: Situation) -> list[str]:
    several = situation.competition.attempts != 1
    return [
        "Their result in the round stays on record and counts for nothing; others may move up.",
        *(["If they have made other attempts, one of those counts instead."] if several else []),
        "The scoreboard marks the round. Until you declare the results final, you can let it count again.",
    ]


def counting_again(situation: Situation) -> list[str]:
    several = situation.competition.attempts != 1
    return [
        "Their result in the round counts as if it had never been set aside; others may move down.",
        *(["If they have made other attempts, the contest's rule chooses among all."] if several else []),
        "The scoreboard still marks the round.",
    ]


def writing(situation: Situation) -> list[str]:
    return [
        f"{situation.player_entry.name} gets a notice with your words, and a mail if they asked for mails.",
        "The message also stands in the list of what was done, which all players of this contest can read.",
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
        "They can do everything here that you can, except hand the contest over or remove others.",
        f"It has {others} now.",
    ]


def removing(situation: Situation) -> list[str]:
    return [
        "They can no longer open this desk.",
        "Their webhooks are removed. Everything else that they did stays.",
    ]


def leaving(situation: Situation) -> list[str]:
    return [
        "You can no longer open this desk.",
        "Your webhooks are removed. Everything else that you did stays.",
    ]


def handing_over(situation: Situation) -> list[str]:
    return ["The contest then belongs to them. You become a co-organiser and cannot take it back yourself."]


def renewing(situation: Situation) -> list[str]:
    if situation.shown_badge.entry is None:
        return ["The old code stops working, so the printed badge is void."]
    return [
        "You get a new code. The phone that uses it goes on as the same player, with all their games.",
        "Every other phone is signed out. All games stay.",
    ]


def removing_badges(situation: Situation) -> list[str]:
    unused = situation.competition.badges.filter(entry=None).count()
    return [
        f"{count_of(unused, 'badge')} that nobody has used will stop working.",
        "Players who have joined stay in.",
    ]
