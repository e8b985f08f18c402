"""Sentences about a contest: how often players may play, how it is scored, and when it shows scores."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from competitions.models import Band, BandKind, Competition, Counts, Deal, Entry, Par, Ranking, Scores
from competitions.ratings.expected_scores import Expectation
from competitions.standings.rankings import RANKINGS
from competitions.standings.tie_breaks import TIE_BREAKS
from competitions.translatable import about_game, with_facts
from games.game import Game

from ..scoreboard.columns import written_number
from .words import joined, options_in_words, order_in_words

NUMBERS: Final = (
    pgettext_lazy("number", "no"),
    pgettext_lazy("number", "one"),
    pgettext_lazy("number", "two"),
    pgettext_lazy("number", "three"),
    pgettext_lazy("number", "four"),
    pgettext_lazy("number", "five"),
    pgettext_lazy("number", "six"),
    pgettext_lazy("number", "seven"),
    pgettext_lazy("number", "eight"),
    pgettext_lazy("number", "nine"),
    pgettext_lazy("number", "ten"),
    pgettext_lazy("number", "eleven"),
    pgettext_lazy("number", "twelve"),
)

FIRST_NUMBERS: Final = (
    pgettext_lazy("number", "No"),
    pgettext_lazy("number", "One"),
    pgettext_lazy("number", "Two"),
    pgettext_lazy("number", "Three"),
    pgettext_lazy("number", "Four"),
    pgettext_lazy("number", "Five"),
    pgettext_lazy("number", "Six"),
    pgettext_lazy("number", "Seven"),
    pgettext_lazy("number", "Eight"),
    pgettext_lazy("number", "Nine"),
    pgettext_lazy("number", "Ten"),
    pgettext_lazy("number", "Eleven"),
    pgettext_lazy("number", "Twelve"),
)
"""The words of `NUMBERS`, written as the first word of a sentence."""

SHOWN: Final = {
    Scores.LIVE: gettext_lazy("Everybody sees all scores as they come in."),
    Scores.OWN: gettext_lazy("You see the scores of a round once you have played it."),
    Scores.FINAL: gettext_lazy("You see the scores of a round once it has closed."),
}

SHOWN_OF_ONE: Final = SHOWN | {
    Scores.OWN: gettext_lazy("You see the scores once you have played."),
    Scores.FINAL: gettext_lazy("You see the scores once the contest has closed."),
}
"""`SHOWN`, worded for a contest of a single round."""


AS_OFTEN_AS_YOU_LIKE: Final = {
    Counts.BEST: (
        gettext_lazy("You may play the deal as often as you like; the best attempt counts."),
        gettext_lazy("You may play each deal as often as you like; the best attempt counts."),
    ),
    Counts.FIRST: (
        gettext_lazy("You may play the deal as often as you like; the first attempt counts."),
        gettext_lazy("You may play each deal as often as you like; the first attempt counts."),
    ),
}
"""How often a player may play, by which attempt counts: the best or the first. Of each two sentences, the
first is for a contest of a single round, the second for a contest of several.
"""

UP_TO: Final = {
    Counts.BEST: (
        ngettext_lazy(
            "You may play the deal up to %(number)s time; the best attempt counts.",
            "You may play the deal up to %(number)s times; the best attempt counts.",
            "attempts",
        ),
        ngettext_lazy(
            "You may play each deal up to %(number)s time; the best attempt counts.",
            "You may play each deal up to %(number)s times; the best attempt counts.",
            "attempts",
        ),
    ),
    Counts.FIRST: (
        ngettext_lazy(
            "You may play the deal up to %(number)s time; the first attempt counts.",
            "You may play the deal up to %(number)s times; the first attempt counts.",
            "attempts",
        ),
        ngettext_lazy(
            "You may play each deal up to %(number)s time; the first attempt counts.",
            "You may play each deal up to %(number)s times; the first attempt counts.",
            "attempts",
        ),
    ),
}
"""The sentences of `AS_OFTEN_AS_YOU_LIKE`, for a limited number of attempts."""


IN_SHORT: Final = {
    Scores.LIVE: (
        gettext_lazy("%(deals)s: %(ranking)s"),
        gettext_lazy("%(deals)s: %(ranking)s; ties by %(criteria)s"),
    ),
    Scores.OWN: (
        gettext_lazy("%(deals)s: %(ranking)s; scores appear when you have played"),
        gettext_lazy("%(deals)s: %(ranking)s; ties by %(criteria)s; scores appear when you have played"),
    ),
    Scores.FINAL: (
        gettext_lazy("%(deals)s: %(ranking)s; scores appear when a round has closed"),
        gettext_lazy("%(deals)s: %(ranking)s; ties by %(criteria)s; scores appear when a round has closed"),
    ),
}
"""A contest in one line, by when its scores appear. Of each two texts, the first is for a contest that leaves
ties, the second for a contest that breaks them.
"""


def count_in_words(count: int) -> str:
    """A number up to twelve as a word, larger ones in digits.

    >>> count_in_words(6), count_in_words(30)
    ('six', '30')
    """
    return str(NUMBERS[count] if count < len(NUMBERS) else count)


def first_count_in_words(count: int) -> str:
    """A number as the first word of a sentence.

    >>> first_count_in_words(6), first_count_in_words(30)
    ('Six', '30')
    """
    return str(FIRST_NUMBERS[count] if count < len(FIRST_NUMBERS) else count)


def in_short(competition: Competition) -> str:
    """The contest in one line: `Six deals of Wish: matchpoints; ties by fewer moves`."""
    line, line_with_ties = IN_SHORT[Scores(competition.standings)]
    facts = {"deals": _deals(competition), "ranking": _ranked(competition)}
    if not competition.tie_break:
        return str(with_facts(line, **facts))
    return str(with_facts(line_with_ties, **facts, criteria=_breaking(competition.tie_breaks)))


def how_scored(competition: Competition) -> str:
    """How the rounds decide the places, in full sentences."""
    sentence = gettext(RANKINGS[competition.ranking].sentence)
    if competition.ranking != Ranking.TOTAL:
        return sentence
    rounds = competition.rounds_in_order
    order = order_in_words(rounds[0].deal.game.score_order)
    return order if len(rounds) == 1 else f"{order} {sentence}"


def how_ties_break(competition: Competition) -> str:
    """Who comes first in a tie, in a sentence.

    >>> how_ties_break(Competition(tie_break="wins,earliest"))
    'Ties go to the player with more games won, then the earlier finish.'
    """
    if not competition.tie_break:
        return gettext("Players with equal results share a place.")
    criteria = {"criteria": _breaking(competition.tie_breaks)}
    sentence = gettext("Ties go to the player with %(criteria)s.") % criteria
    summed = [name for name in competition.tie_breaks if TIE_BREAKS[name].after_rounds]
    if not summed or len(competition.rounds_in_order) == 1:
        return sentence
    return f"{sentence} {after_rounds(summed)}"


def after_rounds(names: Iterable[str]) -> str:
    """A sentence which says that the number of rounds played decides before these tie-breaks.

    >>> after_rounds(["moves", "time"])
    'Players who played more rounds come first; then fewer moves or less time decides.'
    """
    first, *others = map(_criterion, names)
    if not others:
        sentence = gettext("Players who played more rounds come first; then %(first)s decides.")
        return sentence % {"first": first}
    [second] = others  # only `moves` and `time` have `after_rounds`
    return gettext("Players who played more rounds come first; then %(first)s or %(second)s decides.") % {
        "first": first,
        "second": second,
    }


def when_shown(competition: Competition) -> str:
    """When the scores of others become visible, as a sentence."""
    shown = SHOWN_OF_ONE if len(competition.rounds_in_order) == 1 else SHOWN
    return str(shown[Scores(competition.standings)])


def how_rated(competition: Competition, entry: Entry | None) -> str:
    """Whether the contest counts for ratings, in a sentence for the player of `entry`. If `entry` is None,
    the sentence is for somebody who joins now."""
    games = _games(each.deal for each in competition.rounds_in_order)
    if entry is None and not competition.rated:
        return gettext("It does not count for ratings.")
    if entry is None:
        return gettext("It counts for ratings at %(games)s.") % {"games": games}
    if entry.rated:
        return gettext("Your results count for your rating at %(games)s.") % {"games": games}
    return gettext("Your results do not count for ratings. This was decided when you joined.")


def expected_in_words(game: Game, expected: Expectation, *, theirs: bool) -> str:
    """The score that players of a rating can expect at a deal. With `theirs`, the rating is the viewer's.

    >>> from games import GAMES
    >>> expected_in_words(GAMES["wish"], Expectation(1400, 6.8), theirs=True)
    'Players of your rating leave 7 cards here.'
    >>> expected_in_words(GAMES["pyramid"], Expectation(1400, 1.2), theirs=False)
    'Players rated about 1400 leave 1 card here.'
    >>> expected_in_words(GAMES["winabit"], Expectation(1400, 12.4), theirs=True)
    'Players of your rating score 12 here.'
    """
    score = round(expected.score)
    facts = {"rating": written_number(expected.rating), "score": written_number(score)}
    if game.cards_left and theirs:
        sentence = ngettext(
            "Players of your rating leave %(score)s card here.",
            "Players of your rating leave %(score)s cards here.",
            score,
        )
    elif game.cards_left:
        sentence = ngettext(
            "Players rated about %(rating)s leave %(score)s card here.",
            "Players rated about %(rating)s leave %(score)s cards here.",
            score,
        )
    elif theirs:
        sentence = gettext("Players of your rating score %(score)s here.")
    else:
        sentence = gettext("Players rated about %(rating)s score %(score)s here.")
    return sentence % facts


def how_often(competition: Competition) -> str:
    """How often a player may play each deal, and which attempt counts, in a sentence."""
    many = len(competition.rounds_in_order) > 1
    if competition.attempts == 1:
        return gettext("You play each deal once.") if many else gettext("You play the deal once.")
    sentences = AS_OFTEN_AS_YOU_LIKE if competition.attempts is None else UP_TO
    one, each = sentences[Counts(competition.counts)]
    attempts = competition.attempts or 0
    return str(with_facts(each if many else one, attempts=attempts, number=count_in_words(attempts)))


def _deals(competition: Competition) -> str:
    """How many deals of which games, in words."""
    deals = [round.deal for round in competition.rounds_in_order]
    if len(deals) == 1:
        facts = {"game": about_game(deals[0].game).name, "options": options_in_words(deals[0].rules)}
        if deals[0].rules:
            return gettext("One deal of %(game)s, %(options)s") % facts
        return gettext("One deal of %(game)s") % facts
    facts = {"number": first_count_in_words(len(deals)), "games": _games(deals)}
    return ngettext("%(number)s deal of %(games)s", "%(number)s deals of %(games)s", len(deals)) % facts


def _games(deals: Iterable[Deal]) -> str:
    """The games of these deals, each once."""
    return joined([about_game(game).name for game in dict.fromkeys(deal.game for deal in deals)])


RANKED: Final = {
    Ranking.MATCHPOINTS: gettext_lazy("matchpoints"),
    Ranking.POINTS: gettext_lazy("points for the first ten places"),
    Ranking.AGAINST_PAR: gettext_lazy("the player nearest to par wins"),
}


def _ranked(competition: Competition) -> str:
    if competition.ranking != Ranking.TOTAL:
        return str(RANKED[Ranking(competition.ranking)])
    rounds = competition.rounds_in_order
    lowest = rounds[0].deal.game.lowest_wins
    if len(rounds) == 1:
        return gettext("fewest points win") if lowest else gettext("most points win")
    return gettext("the lowest total wins") if lowest else gettext("the highest total wins")


def _criterion(name: str) -> str:
    return gettext(TIE_BREAKS[name].sentence)


def _breaking(names: Sequence[str]) -> str:
    """The tie-breaks in their order, joined by "then"."""
    criteria = _criterion(names[0])
    for name in names[1:]:
        criteria = gettext("%(first)s, then %(second)s") % {"first": criteria, "second": _criterion(name)}
    return criteria


def par_in_words(par: Par, game: Game) -> str:
    """The meaning of a deal's par.

    >>> from games import GAMES
    >>> par_in_words(Par(3, True), GAMES["wish"]), par_in_words(Par(12, False), GAMES["winabit"])
    ('Par 3: nobody could leave fewer.', 'Par 12: the best that is known.')
    """
    if not par.proven:
        sentence = gettext("Par %(par)s: the best that is known.")
    elif game.score_order == "highest":
        sentence = gettext("Par %(par)s: nobody could get more.")
    elif par.score:
        sentence = gettext("Par %(par)s: nobody could leave fewer.")
    else:
        sentence = gettext("Par %(par)s: it could be won.")
    return sentence % {"par": written_number(par.score)}


def band_in_words(band: Band) -> str:
    """The promise about a deal (its band) in a sentence.

    >>> [band_in_words(Band(kind)) for kind in ("winnable", "hard")]
    ['This deal can be won.', 'A hard deal that can be won.']
    >>> band_in_words(Band("par", 4, 8)), band_in_words(Band("par", 3, 3))
    ('Par is from 4 to 8.', 'Par is 3.')
    """
    match band.kind:
        case BandKind.WINNABLE:
            return gettext("This deal can be won.")
        case BandKind.HARD:
            return gettext("A hard deal that can be won.")
    if band.low == band.high:
        return gettext("Par is %(par)s.") % {"par": band.low}
    return gettext("Par is from %(low)s to %(high)s.") % {"low": band.low, "high": band.high}
