"""The facts for sharing a result, or a deal without a result; a script puts them into words.

The facts name no card. The course of a sealed game, as ten coarse signs, is only for its own player until
others may watch the game.
"""

import json
from collections.abc import Sequence

from django.urls import reverse

from competitions.models import Attempt, Kind, Round
from competitions.standings.comparison import Comparison
from games.game import Game

from .usual_ends import usual_ends


def label_of(round: Round) -> str:
    """The name of a shared result: `Pyramid #128`, or the contest's name with its round and game."""
    competition, game = round.competition, round.deal.game.name
    if competition.daily is not None:
        return f"{game} #{competition.daily.number}"
    if competition.kind == Kind.CHALLENGE:
        return game
    number = f", round {round.number}" if len(competition.rounds_in_order) > 1 else ""
    return f"{competition.name}{number} ({game})"


def shared_cards(game: Game) -> str:
    """The facts about cards without a result, as JSON."""
    return _facts(game, game.settle_rules({}), label=game.name)


def shared_result(
    played: Attempt,
    *,
    round: Round,
    comparison: Comparison | None,
    outcome: str,
    scores: Sequence[int],
    who: str | None = None,
) -> str:
    """The facts about a result, as JSON.

    `who` is the name of the player, or None for players who share a result of their own; only these share a
    link to the contest. `outcome` is the score in words. `scores` are the scores from the opening on; empty
    where the viewer may not see the game.
    """
    deal, competition = round.deal, round.competition
    return _facts(
        deal.game,
        deal.rules,
        label=label_of(round),
        who=who,
        score=played.score,
        won=played.won,
        outcome=outcome,
        among=comparison and comparison._asdict(),
        scores=scores,
        link=reverse("competition", args=(competition.pk,)) if who is None else None,
    )


def _facts(game: Game, rules: dict[str, str], **told: object) -> str:
    unknown = dict.fromkeys(("who", "score", "among", "link")) | {"won": False, "outcome": "", "scores": []}
    usual = {"usual": [*usual_ends(game.slug, rules).items()], "lowest": game.lowest_wins}
    return json.dumps({"game": game.name, **unknown, **usual, **told})
