"""The games and their lessons."""

from rest_framework import serializers

from games.game import Game
from games.language import each_in_words

from ...translatable import about_game, in_sites_language, language_of_games, of_game
from ..describe import meaning
from ..fields import Choice, Options, Text, Whole
from .resource import RenderedResource, Resource
from .tables import ViewResource


@meaning("A game of patience, with its options and its full rules.")
class GameResource(Resource):
    slug = Text(help_text="The game's name in addresses and deals.")
    name = serializers.SerializerMethodField(
        help_text="The name of the game for people, in the language of the site."
    )
    goal = serializers.SerializerMethodField(help_text="The goal of the game, in a sentence.")
    options = serializers.SerializerMethodField(
        help_text="The options of the game. The keys are their names, and each value is a list of the "
        "allowed texts, the default first."
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
    pile_names = serializers.SerializerMethodField(
        help_text="The names of the piles for people. The keys are the piles of a view."
    )

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
    words = Text(help_text="The move in words.")
    before = ViewResource(help_text="The table before the move.")
    after = ViewResource(help_text="The table after the move.")


@meaning("A text for one position of a first deal, and the move to make there.")
class LineResource(RenderedResource):
    say = Text(help_text="A sentence or two for the player.")
    move = Text(allow_null=True, help_text="The move to make; null at the end.")


@meaning("A first deal, played with help.")
class GuideResource(RenderedResource):
    seed = Text(help_text="The seed of the deal.")
    rules = Options(child=Text(), help_text="Every option of the game, as used for this deal.")
    lines = LineResource(many=True, help_text="The texts and moves, in order.")


@meaning("The rules of a game in pictures, and a first deal.")
class LessonsResource(RenderedResource):
    sheet = PictureResource(many=True, help_text="The rules, each in a picture.")
    guide = GuideResource(help_text="The first deal.")
