"""Sentences that say what each act changes, and how many players, deals or badges it concerns. The page shows
them before the act.
"""

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, ngettext_lazy

from competitions.models import Access, Entry
from competitions.people.given_names import shown_name

from ..templatetags.evendeal import moment
from ..wording.lists import with_names
from .attendance import playing_now
from .situation import Situation


def _joined(situation: Situation, sentence: Promise) -> str:
    """Fill the number of players who have joined into the sentence, and choose its plural form by that
    number. The sentence must come from `ngettext_lazy` with the key "players"."""
    return str(sentence % {"players": situation.competition.entrants})


def _those_playing(situation: Situation) -> list[str]:
    if situation.state != "running":
        return []
    playing = playing_now(situation.competition)
    if not playing:
        return [gettext("Nobody is playing now.")]
    sentence = ngettext(
        "%(players)d player is still playing: their game ends as given up.",
        "%(players)d players are still playing: their games end as given up.",
        playing,
    )
    return [sentence % {"players": playing}]


def publishing(situation: Situation) -> list[str]:
    match situation.competition.access:
        case Access.PUBLIC:
            who = gettext("From now on it is listed, and anyone can join.")
        case Access.UNLISTED:
            who = gettext("From now on anyone with the link can join.")
        case _:
            who = gettext("From now on anyone with the link and the code can join.")
    opens_at = situation.competition.opens_at
    when = (
        gettext("It opens at once.")
        if opens_at is None
        else format_html(gettext("It opens {}."), moment(opens_at))
    )
    deals = len(situation.competition.rounds_in_order)
    fixed = ngettext(
        "It has %(deals)d deal, and it can no longer be changed.",
        "It has %(deals)d deals, and they can no longer be changed.",
        deals,
    )
    return [who, when, fixed % {"deals": deals}]


def looking_again(situation: Situation) -> list[str]:
    return [
        gettext(
            "For each round without a deal, the server draws and solves other deals. This takes some minutes."
        ),
        gettext("The promise stays the same. In the settings you can ask for less."),
    ]


def new_code(situation: Situation) -> list[str]:
    return [
        gettext("The code %(code)s stops working, and so do links with it.")
        % {"code": situation.competition.invite},
        _joined(
            situation,
            ngettext_lazy(
                "Nobody is removed: %(players)d player has joined.",
                "Nobody is removed: %(players)d players have joined.",
                "players",
            ),
        ),
    ]


def moving_the_end(situation: Situation) -> list[str]:
    closes_at = situation.competition.closes_at
    own = sum(round.closes_at is not None for round in situation.competition.rounds_in_order)
    kept = ngettext(
        "%(rounds)d round has a closing time of its own and keeps it.",
        "%(rounds)d rounds have closing times of their own and keep them.",
        own,
    )
    return [
        gettext("At present it stays open until you close it.")
        if closes_at is None
        else format_html(gettext("At present it closes {}."), moment(closes_at)),
        _joined(
            situation,
            ngettext_lazy(
                "The new end applies to everybody; %(players)d player has joined so far.",
                "The new end applies to everybody; %(players)d players have joined so far.",
                "players",
            ),
        ),
        *([kept % {"rounds": own}] if own else []),
    ]


def closing(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        gettext("After that, nobody can play or join, and you cannot open it again.")
        + " "
        + _joined(
            situation, ngettext_lazy("%(players)d player joined.", "%(players)d players joined.", "players")
        ),
    ]


def cancelling(situation: Situation) -> list[str]:
    return [
        *_those_playing(situation),
        _joined(
            situation,
            ngettext_lazy(
                "It will not count for the %(players)d player who joined. Its page stays and says so.",
                "It will not count for the %(players)d players who joined. Its page stays and says so.",
                "players",
            ),
        ),
        gettext("You cannot undo this."),
    ]


def certifying(situation: Situation) -> list[str]:
    return [
        _joined(
            situation,
            ngettext_lazy(
                "The results of %(players)d player are final then.",
                "The results of %(players)d players are final then.",
                "players",
            ),
        ),
        gettext("After that, you cannot disqualify or reinstate anybody."),
    ]


def copying(situation: Situation) -> list[str]:
    return [
        gettext(
            "You get a draft with the same settings and new deals. Nobody else sees it until you publish it."
        ),
        _joined(
            situation,
            ngettext_lazy(
                "The copy has no players; the players of this contest stay here (%(players)d player).",
                "The copy has no players; the players of this contest stay here (%(players)d players).",
                "players",
            ),
        ),
    ]


def disqualifying(situation: Situation) -> list[str]:
    results = _results(situation.player_entry)
    sentence = ngettext(
        "%(name)s (%(results)d result so far) moves to the end without a rank and no longer counts; "
        "others may move up.",
        "%(name)s (%(results)d results so far) moves to the end without a rank and no longer counts; "
        "others may move up.",
        results,
    )
    playing = situation.player_entry.attempts.running().exists()
    return [
        with_names(sentence, name=shown_name(situation.player_entry.name), results=results),
        *([gettext("They are playing now: their game ends as given up.")] if playing else []),
        gettext("They can be reinstated until you declare the results final."),
    ]


def reinstating(situation: Situation) -> list[str]:
    results = _results(situation.player_entry)
    sentence = ngettext(
        "%(name)s counts again, with %(results)d result, and others may move down.",
        "%(name)s counts again, with %(results)d results, and others may move down.",
        results,
    )
    return [
        with_names(sentence, name=shown_name(situation.player_entry.name), results=results),
        gettext("They may play on in rounds that are open."),
    ]


def granting_an_attempt(situation: Situation) -> list[str]:
    playing = any(each.running for each in situation.played)
    return [
        gettext("Their last game in the round stays on record and no longer counts."),
        *([gettext("If that game is still running, it ends now.")] if playing else []),
        gettext(
            "They have seen these cards: the scoreboard says so, and the new result counts for no rating."
        ),
    ]


def granting_time(situation: Situation) -> list[str]:
    return [
        gettext("The game that they are playing gets more time. Their table shows it within seconds."),
        gettext("The scoreboard marks the round."),
    ]


def setting_aside(situation: Situation) -> list[str]:
    several = situation.competition.attempts != 1
    return [
        gettext("Their result in the round stays on record and counts for nothing; others may move up."),
        *([gettext("If they have made other attempts, one of those counts instead.")] if several else []),
        gettext(
            "The scoreboard marks the round. Until you declare the results final, you can let it count again."
        ),
    ]


def counting_again(situation: Situation) -> list[str]:
    several = situation.competition.attempts != 1
    return [
        gettext("Their result in the round counts as if it had never been set aside; others may move down."),
        *(
            [gettext("If they have made other attempts, the contest's rule chooses among all.")]
            if several
            else []
        ),
        gettext("The scoreboard still marks the round."),
    ]


def writing(situation: Situation) -> list[str]:
    return [
        with_names(
            gettext("%(name)s gets a notice with your words, and a mail if they asked for mails."),
            name=shown_name(situation.player_entry.name),
        ),
        gettext(
            "The message also appears in the list of what was done, which all players of this contest can "
            "read."
        ),
    ]


def _results(entry: Entry) -> int:
    return entry.attempts.filter(counts=True).count()


def renaming(situation: Situation) -> list[str]:
    return [
        with_names(
            gettext("Everybody sees the new name instead of %(name)s, in this contest alone."),
            name=shown_name(situation.player_entry.name),
        ),
        gettext("No result changes."),
    ]


def sharing(situation: Situation) -> list[str]:
    others = situation.competition.co_organisers.count()
    sentence = ngettext("It has %(others)d co-organiser now.", "It has %(others)d co-organisers now.", others)
    return [
        gettext("They can do everything here, except hand the contest over or remove others."),
        sentence % {"others": others} if others else gettext("It has no co-organiser yet."),
    ]


def removing(situation: Situation) -> list[str]:
    return [
        gettext("They can no longer open this desk."),
        gettext("Their webhooks are removed. Everything else that they did stays."),
    ]


def leaving(situation: Situation) -> list[str]:
    return [
        gettext("You can no longer open this desk."),
        gettext("Your webhooks are removed. Everything else that you did stays."),
    ]


def handing_over(situation: Situation) -> list[str]:
    return [
        gettext(
            "The contest then belongs to them. You become a co-organiser and cannot take it back yourself."
        )
    ]


def renewing(situation: Situation) -> list[str]:
    if situation.shown_badge.entry is None:
        return [gettext("The old code stops working, so the printed badge is void.")]
    return [
        gettext(
            "You get a new code. The phone that uses it goes on as the same player, with all their games."
        ),
        gettext("Every other phone is signed out. All games stay."),
    ]


def removing_badges(situation: Situation) -> list[str]:
    unused = situation.competition.badges.filter(entry=None).count()
    sentence = ngettext(
        "%(badges)d badge that nobody has used will stop working.",
        "%(badges)d badges that nobody has used will stop working.",
        unused,
    )
    return [
        sentence % {"badges": unused},
        gettext("Players who have joined stay."),
    ]
