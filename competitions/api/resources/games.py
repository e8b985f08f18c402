"""The games and their lessons."""

from rest_framework import serializers

from games.game import Game
from games.language import each_in_words

from ...translatable import about_game, in_sites_language, language_of_games, of_game
from ..describe import meaning
from ..fields import Choice, Options, Text, Whole
from .resource import RenderedResource, Resource
from .tables import ViewResource


@meaning("A game of patience: its rules in full, and what can be chosen in it.")
class GameResource(Resource):
    slug = Text(help_text="The game's name in addresses and deals.")
    name = serializers.SerializerMethodField(help_text="What people call it, in the language of the site.")
    goal = serializers.SerializerMethodField(help_text="What the game is about, in a sentence.")
    options = serializers.SerializerMethodField(
        help_text="The options of the game: the values of each, the default first."
    )
    score_order = Choice(
        ["lowest", "highest"], help_text="Which score is the best, the lowest or the highest."
    )
    worst_score = serializers.SerializerMethodField(
        help_text="The worst score that is possible under the default options."
    )
    move_limit = Whole(help_text="How many moves a log may have.")
    rules_text = serializers.SerializerMethodField(help_text="The rules in full, as text.")
    source = serializers.SerializerMethodField(help_text="The source of the rules.")
    pile_names = serializers.SerializerMethodField(help_text="What each pile of a view is called.")

    def get_name(self, game: Game) -> str:
        return in_sites_language(of_game(game.title))

    def get_goal(self, game: Game) -> str:
        return about_game(game).goal

    def get_options(self, game: Game) -> dict[str, list[str]]:
        return {option: list(values) for option, values in game.options.items()}

    def get_worst_score(self, game: Game) -> int:
        return game.worst_score(game.settle_rules({}))

    def get_rules_text(self, game: Game) -> str:
        return about_game(game).rules_text

    def get_source(self, game: Game) -> str:
        return about_game(game).source

    def get_pile_names(self, game: Game) -> dict[str, str]:
        return each_in_words(game.teacher.pile_names, language_of_games())


@meaning("A rule in a picture: a move, and the tables before and after it.")
class PictureResource(RenderedResource):
    caption = Text(help_text="What the picture shows.")
    move = Text(help_text="The move, as logs write it.")
    words = Text(help_text="The same in words.")
    before = ViewResource(help_text="The table before it.")
    after = ViewResource(help_text="The table after it.")


@meaning("What is said at a table of a first deal, and the move to make then.")
class LineResource(RenderedResource):
    say = Text(help_text="A sentence or two for the player.")
    move = Text(allow_null=True, help_text="The move to make; null at the end.")


@meaning("A first deal, played with help.")
class GuideResource(RenderedResource):
    seed = Text(help_text="The seed of the deal.")
    rules = Options(child=Text(), help_text="The options that it is played under.")
    lines = LineResource(many=True, help_text="What is said, in order.")


@meaning("The rules of a game in pictures, and a first deal.")
class LessonsResource(RenderedResource):
    sheet = PictureResource(many=True, help_text="The rules, each in a picture.")
    guide = GuideResource(help_text="The first deal.")
