"""The games, and what teaches them."""

from rest_framework import serializers

from games.game import Game
from games.teaching import TEACHERS

from ..fields import Choice, Options, Text, Whole
from .resource import Resource, Written
from .tables import ViewResource


class GameResource(Resource):
    slug = Text()
    name = Text()
    goal = Text(source="about.goal", help_text="What the game is about, in a sentence.")
    options = serializers.SerializerMethodField(help_text="What may be chosen, the default first.")
    score_order = Choice(["lowest", "highest"], help_text="Which score is the best.")
    worst_score = serializers.SerializerMethodField(help_text="Under the default options.")
    move_limit = Whole()
    rules_text = Text()
    source = Text(source="about.source")
    pile_names = serializers.SerializerMethodField(help_text="What the piles of a view are called.")

    def get_options(self, game: Game) -> dict[str, list[str]]:
        return {option: list(values) for option, values in game.options.items()}

    def get_worst_score(self, game: Game) -> int:
        return game.worst_score(game.settle_rules({}))

    def get_pile_names(self, game: Game) -> dict[str, str]:
        return dict(TEACHERS[game.slug].pile_names)


class PictureResource(Written):
    """A move, and the tables before and after it."""

    caption = Text()
    move = Text()
    words = Text()
    before = ViewResource()
    after = ViewResource()


class LineResource(Written):
    """What is said at a table of a first deal, and the move to make then."""

    say = Text()
    move = Text(allow_null=True)


class GuideResource(Written):
    """A first deal."""

    seed = Text()
    rules = Options(child=Text())
    lines = LineResource(many=True)


class LessonsResource(Written):
    """The rules of a game in pictures, and a first deal."""

    sheet = PictureResource(many=True)
    guide = GuideResource()
