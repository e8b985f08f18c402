"""What a contest asks of its players, how it is scored, and when it reveals what, in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from competitions.models import Band, BandKind, Competition, Entry, Par, Ranking, Scores
from competitions.ratings.expected_scores import Expectation
from competitions.standings.rankings import RANKINGS
from competitions.standings.tie_breaks import TIE_BREAKS
from games.game import Game

from ..scoreboard.columns import written_number
from .words import options_in_words, order_in_words

NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)

SHOWN: Final = {
    Scores.LIVE: "Everybody sees all scores as they come in.",
    Scores.OWN: "You see the scores of a round once you have played it.",
    Scores.FINAL: "You see the scores of a round once it has closed.",
}

SHOWN_OF_ONE: Final = SHOWN | {
    Scores.OWN: "You see the scores once you have played.",
    Scores.FINAL: "You see the scores once the contest has closed.",
}
"""`SHOWN`, worded for a contest of a single round."""


def count_in_words(count: int) -> str:
    """
    >>> count_in_words(6), count_in_words(30)
    ('six', '30')
    """
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def in_short(competition: Competition) -> str:
    """The contest in one line: `Six deals of Wish: matchpoints; ties by fewer moves`."""
    parts = [f"{_deals(competition)}: {_ranked(competition)}"]
    if competition.tie_break:
        parts.append(f"ties by {_breaking(competition.tie_breaks)}")
    if competition.standings != Scores.LIVE:
        parts.append(
            "scores appear when you have played"
            if competition.standings == Scores.OWN
            else "scores appear when a round has closed"
        )
    return "; ".join(parts)


def how_scored(competition: Competition) -> str:
    """How the rounds decide the places, in full sentences."""
    sentence = RANKINGS[competition.ranking].sentence
    if competition.ranking != Ranking.TOTAL:
        return sentence
    rounds = competition.rounds_in_order
    order = order_in_words(rounds[0].deal.game.score_order)
    return order if len(rounds) == 1 else f"{order} {sentence}"


def how_ties_break(competition: Competition) -> str:
    """
    >>> how_ties_break(Competition(tie_break="wins,earliest"))
    'Ties go to the player with more games won, then the earlier finish.'
    """
    if not competition.tie_break:
        return "Players with equal results share a place."
    sentence = f"Ties go to the player with {_breaking(competition.tie_breaks)}."
    summed = [name for name in competition.tie_breaks if TIE_BREAKS[name].after_rounds]
    if not summed or len(competition.rounds_in_order) == 1:
        return sentence
    return f"{sentence} {after_rounds(summed)}"


def after_rounds(names: Iterable[str]) -> str:
    """A sentence about tie-breaks that are summed over rounds: the number of rounds decides before them.

    >>> after_rounds(["moves", "time"])
    'Players who played more rounds come first; then fewer moves or less time decides.'
    """
    summed = " or ".join(TIE_BREAKS[name].sentence for name in names)
    return f"Players who played more rounds come first; then {summed} decides."


def when_shown(competition: Competition) -> str:
    """When the scores of others become visible, as a sentence."""
    shown = SHOWN_OF_ONE if len(competition.rounds_in_order) == 1 else SHOWN
    return shown[Scores(competition.standings)]


def how_rated(competition: Competition, entry: Entry | None) -> str:
    """Whether the contest counts for ratings, in a sentence: for the player of `entry`, or without an entry
    for somebody who joins now."""
    games = joined(list(dict.fromkeys(each.deal.game.name for each in competition.rounds_in_order)))
    if entry is None:
        return f"It counts for ratings at {games}." if competition.rated else "It does not count for ratings."
    if entry.rated:
        return f"Your results count for your rating at {games}."
    return "Your results do not count for ratings. This was decided when you joined."


def expected_in_words(game: Game, expected: Expectation, *, theirs: bool) -> str:
    """The score that players with a rating can expect at a deal. With `theirs`, it is the viewer's rating.

    >>> from games import GAMES
    >>> expected_in_words(GAMES["wish"], Expectation(1400, 6.8), theirs=True)
    'Players of your rating leave 7 cards here.'
    >>> expected_in_words(GAMES["pyramid"], Expectation(1400, 1.2), theirs=False)
    'Players rated about 1400 leave 1 card here.'
    >>> expected_in_words(GAMES["winabit"], Expectation(1400, 12.4), theirs=True)
    'Players of your rating score 12 here.'
    """
    who = "of your rating" if theirs else f"rated about {written_number(expected.rating)}"
    score = round(expected.score)
    if game.cards_left:
        return f"Players {who} leave {score} card{'' if score == 1 else 's'} here."
    return f"Players {who} score {written_number(score)} here."


def how_often(competition: Competition) -> str:
    """How often a player may play each deal, and which attempt counts, in a sentence."""
    deal = "each deal" if len(competition.rounds_in_order) > 1 else "the deal"
    if competition.attempts == 1:
        return f"You play {deal} once."
    times = (
        "as often as you like"
        if competition.attempts is None
        else f"up to {count_in_words(competition.attempts)} times"
    )
    return f"You may play {deal} {times}; {competition.get_counts_display()} counts."


def joined(words: Sequence[str]) -> str:
    """
    >>> joined(["Wish", "Well", "Pyramid"])
    'Wish, Well and Pyramid'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _deals(competition: Competition) -> str:
    """How many deals of which games, in words."""
    deals = [round.deal for round in competition.rounds_in_order]
    if len(deals) == 1:
        return ", ".join(
            filter(None, (f"One deal of {deals[0].game.name}", options_in_words(deals[0].rules)))
        )
    games = list(dict.fromkeys(deal.game.name for deal in deals))
    return f"{count_in_words(len(deals)).capitalize()} deals of {joined(games)}"


RANKED: Final[Mapping[str, str]] = {
    Ranking.MATCHPOINTS: "matchpoints",
    Ranking.POINTS: "points for the first ten places",
    Ranking.AGAINST_PAR: "the player nearest to par wins",
}


def _ranked(competition: Competition) -> str:
    if competition.ranking != Ranking.TOTAL:
        return RANKED[competition.ranking]
    rounds = competition.rounds_in_order
    lowest = rounds[0].deal.game.lowest_wins
    if len(rounds) == 1:
        return "fewest points win" if lowest else "most points win"
    return f"the {'lowest' if lowest else 'highest'} total wins"


def _breaking(names: Sequence[str]) -> str:
    return ", then ".join(TIE_BREAKS[name].sentence for name in names)


def par_in_words(par: Par, game: Game) -> str:
    """The meaning of a deal's par.

    >>> from games import GAMES
    >>> par_in_words(Par(3, True), GAMES["wish"]), par_in_words(Par(12, False), GAMES["winabit"])
    ('Par 3: nobody could leave fewer.', 'Par 12: the best that is known.')
    """
    if not par.proven:
        said = "the best that is known"
    elif game.score_order == "highest":
        said = "nobody could get more"
    else:
        said = "nobody could leave fewer" if par.score else "it could be won"
    return f"Par {written_number(par.score)}: {said}."


def band_in_words(band: Band) -> str:
    """What the band promises about the deal.

    >>> [band_in_words(Band(kind)) for kind in ("winnable", "hard")]
    ['This deal can be won.', 'A hard deal that can be won.']
    >>> band_in_words(Band("par", 4, 8)), band_in_words(Band("par", 3, 3))
    ('Par is from 4 to 8.', 'Par is 3.')
    """
    match band.kind:
        case BandKind.WINNABLE:
            return "This deal can be won."
        case BandKind.HARD:
            return "A hard deal that can be won."
    return f"Par is {band.low}." if band.low == band.high else f"Par is from {band.low} to {band.high}."
