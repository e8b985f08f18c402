"""The best of a career, as one viewer may know it: the best day, the best game, and three games to look at.

Only places in rated rounds of public competitions count. A rated round is over, so its places reveal nothing
of a round that is still played. A public competition is listed, so every viewer can find it without a link.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import Enum
from typing import Final, NamedTuple

from games import GAMES
from games.game import Game

from ...models import Access, Attempt, RatingChange
from .career import NEWEST, Career, CareerResult
from .past_results import logs_to_watch

ENOUGH: Final = 10
"""How many rated rounds of a game a player must have before we say that they are good at the game."""

GOOD: Final = 50
"""We say that a player is good at a game if on average at least this percentage of the other players did not
do better."""

ON_A_DAY: Final = 2
"""How many dailies the best day has at least."""

SHOWN: Final = 3
"""The greatest number of games that `games_to_look_at` returns. For each `WhyShown`, this number of games is
read, since some of them may be hidden from the viewer."""


class RatedPlace(NamedTuple):
    """The player's place in a rated round of a public competition."""

    round: int
    game_slug: str
    rank: int
    field: int
    """How many results the round has: at least two."""
    daily: date | None
    """The day of the daily; None for any other contest."""

    @property
    def beside(self) -> float:
        """The percentage of the other players of the round who did not do better."""
        return 100 * (self.field - self.rank) / (self.field - 1)


class BestDay(NamedTuple):
    """The day on whose dailies together the player did best (`best_day`)."""

    date: date
    dailies: int
    beside: int
    """The percentage of the other players who did not do better, on average over the dailies."""


class BestGame(NamedTuple):
    """The game at which the player does best, compared with others."""

    game: Game
    rounds: int
    beside: int
    """The percentage of the other players who did not do better, on average over the rounds."""


class WhyShown(Enum):
    """Why a game is worth a look."""

    PLACE = "place"
    """One of the games in which the number of players who did not do better is greatest."""
    WON = "won"
    """One of the newest games that the player won."""
    BEST = "best"
    """An attempt with the player's best score at the game that they play most."""


class ShownGame(NamedTuple):
    """A game of the player that the viewer may watch."""

    why: WhyShown
    attempt: Attempt
    """The attempt, read with its round, deal and competition."""
    log: str
    """The id of the log."""
    place: RatedPlace | None
    """The place in the round; None if the round is not rated, or not public."""


def rated_places(career: Career) -> Sequence[RatedPlace]:
    """The player's newest places in rated rounds of public competitions, where a place has somebody to be
    compared with. One query."""
    competition = "rated_round__round__competition"
    rows = RatingChange.objects.filter(
        player=career.player, field__gte=2, **{f"{competition}__access": Access.PUBLIC}
    ).order_by("-certified_at", "-rated_round")
    columns = ("rated_round", "game_slug", "rank", "field", f"{competition}__daily__date")
    return [RatedPlace(*row) for row in rows.values_list(*columns)[:NEWEST]]


def best_day(places: Iterable[RatedPlace]) -> BestDay | None:
    """The day with the greatest sum of `RatedPlace.beside`, the newest if several are equal. Only days with
    places in at least `ON_A_DAY` dailies are considered; None without such a day.

    >>> places = [RatedPlace(n, "wish", n, 5, date(2026, 11, day)) for n, day in [(1, 1), (3, 1), (2, 2)]]
    >>> best_day(places)
    BestDay(date=datetime.date(2026, 11, 1), dailies=2, beside=75)
    """
    days: dict[date, list[RatedPlace]] = defaultdict(list)
    for place in places:
        if place.daily is not None:
            days[place.daily].append(place)
    found = [
        (sum(each.beside for each in those), day) for day, those in days.items() if len(those) >= ON_A_DAY
    ]
    if not found:
        return None
    together, day = max(found)
    return BestDay(day, len(days[day]), round(together / len(days[day])))


def best_game(places: Iterable[RatedPlace]) -> BestGame | None:
    """Among the games with at least `ENOUGH` places, the game with the highest mean of `RatedPlace.beside`.
    None if no game has that many places, or if the highest mean is below `GOOD`.

    >>> wish, well = (RatedPlace(1, slug, rank, 5, None) for slug, rank in [("wish", 2), ("well", 1)])
    >>> found = best_game([wish] * 10 + [well] * 10)
    >>> found.game.slug, found.beside, best_game([wish] * 10 + [well] * 9).game.slug, best_game([wish] * 9)
    ('well', 100, 'wish', None)
    """
    games: dict[str, list[float]] = defaultdict(list)
    for place in places:
        games[place.game_slug].append(place.beside)
    found = [(sum(each) / len(each), len(each), slug) for slug, each in games.items() if len(each) >= ENOUGH]
    beside, rounds, slug = max(found, default=(0.0, 0, ""))
    return BestGame(GAMES[slug], rounds, round(beside)) if found and beside >= GOOD else None


def games_to_look_at(career: Career, places: Sequence[RatedPlace]) -> Sequence[ShownGame]:
    """At most `SHOWN` games that the viewer may watch now. The first game for each reason comes first, then
    the others.

    The number of queries does not grow with the number of results.
    """
    candidates = list(_candidates(career.outcomes, places))
    ids = {outcome.attempt for _, outcome in candidates}
    attempts = {each.pk: each for each in career.results.filter(pk__in=ids)}
    logs, at_round = logs_to_watch(list(attempts.values()), career), {each.round: each for each in places}
    seen = [
        ShownGame(why, attempts[each.attempt], logs[each.attempt], at_round.get(each.round))
        for why, each in candidates
        if each.attempt in logs
    ]
    chosen: dict[str, ShownGame] = {}
    for game in _first_of_each(seen) + seen:
        chosen.setdefault(game.attempt.pk, game)
    return list(chosen.values())[:SHOWN]


def _candidates(
    outcomes: Sequence[CareerResult], places: Iterable[RatedPlace]
) -> Iterator[tuple[WhyShown, CareerResult]]:
    """Yield at most `SHOWN` results for each reason, one reason after the other. For `PLACE`, only places in
    the better half of a round are taken, and those with the most players who did not do better come first.
    For the other reasons, the newest results come first."""
    at_round = {each.round: each for each in outcomes}
    left_behind = [each for each in places if each.round in at_round and each.rank * 2 <= each.field]
    left_behind.sort(key=lambda each: each.rank - each.field)
    for place in left_behind[:SHOWN]:
        yield WhyShown.PLACE, at_round[place.round]
    for outcome in [each for each in outcomes if each.won][:SHOWN]:
        yield WhyShown.WON, outcome
    slugs = [each.game_slug for each in outcomes]
    if slugs:
        most = max(GAMES, key=slugs.count)
        theirs = [each for each in outcomes if each.game_slug == most and each.moves_made]
        find_best = max if GAMES[most].score_order == "highest" else min
        best = find_best((each.score for each in theirs), default=None)
        for outcome in [each for each in theirs if each.score == best][:SHOWN]:
            yield WhyShown.BEST, outcome


def _first_of_each(games: Sequence[ShownGame]) -> list[ShownGame]:
    """The first game for each reason. A game that is listed for an earlier reason is skipped."""
    found: dict[WhyShown, ShownGame] = {}
    for game in games:
        there = {each.attempt.pk for each in found.values()}
        if game.why not in found and game.attempt.pk not in there:
            found[game.why] = game
    return list(found.values())
