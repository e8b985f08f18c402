"""The facts about each contest in a list, read for all of them at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from competitions.models import Competition, Round
from competitions.translatable import about_game
from games import GAMES
from games.game import Game

from ..wording.words import listed


@dataclass(frozen=True)
class ContestCard:
    """The facts about one contest in a list."""

    competition: Competition
    state: str
    games: Sequence[Game]
    """The games of the rounds, in order, without repetitions."""
    rounds: int
    players: int
    turn: str
    """Whose turn it is in a duel; empty otherwise."""

    @property
    def games_in_words(self) -> str:
        return listed(about_game(game).name for game in self.games)


def contest_cards(
    competitions: Sequence[Competition], now: datetime, turns: Mapping[str, str] | None = None
) -> list[ContestCard]:
    """A card for each contest, in order. One query in all, which counts the rounds by game. `turns` says in
    words whose turn it is in each duel, by the duel's id."""
    among = {competition.pk for competition in competitions}
    games: dict[str, list[Game]] = {pk: [] for pk in among}
    rounds = dict.fromkeys(among, 0)
    played = Round.objects.filter(competition__in=among).values_list("competition", "deal__game_slug")
    for pk, slug, count, _ in played.annotate(Count("pk"), first=Min("number")).order_by("first"):
        games[pk].append(GAMES[slug])
        rounds[pk] += count
    return [
        ContestCard(
            each,
            each.state(now),
            games[each.pk],
            rounds[each.pk],
            each.entrants,
            (turns or {}).get(each.pk, ""),
        )
        for each in competitions
    ]
