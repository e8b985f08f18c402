"""The games."""

from games.game import Game
from games.teaching import TEACHERS

from .resource import Body


def game_json(game: Game) -> Body:
    return {
        "slug": game.slug,
        "name": game.name,
        "goal": game.about.goal,
        "options": {option: list(values) for option, values in game.options.items()},
        "score_order": game.score_order,
        "worst_score": game.worst_score(game.settle_rules({})),
        "move_limit": game.move_limit,
        "rules_text": game.rules_text,
        "source": game.about.source,
        "pile_names": dict(TEACHERS[game.slug].pile_names),
    }
