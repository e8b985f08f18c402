"""How a game ended, and what to play next, in facts and in sentences."""

from typing import Any

from rest_framework import serializers

from games.game import Game

from ...endings import ending_sentences
from ...endings.ending import Ending
from ...endings.lesson import DearestMove
from ...endings.next_step import DailyNews, FollowingStep, StepKind
from ...endings.scale import EndingScale, Top, Whose
from ...endings.verdicts import EndingGrade
from ...times import moment
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .resource import RenderedResource
from .tables import ViewResource


@meaning("How many of the other players did worse.")
class BeatenResource(RenderedResource):
    beaten = Whole(help_text="How many of the others did worse.")
    others = Whole(help_text="How many others there are.")
    by_bot = Flag(
        help_text="Whether the others are games of the site's bot with other cards, since too "
        "few players have a result."
    )


@meaning("A score on the scale.")
class DotResource(RenderedResource):
    whose = Choice(
        [*Whose],
        help_text="Whose score it is: `you`; a `player`, if the viewer is somebody else; a `friend` in a "
        "duel or challenge; a member of a `circle`; the `middle` of all results, once there "
        "are ten; the middle of the games of the site's `bot`.",
    )
    name = Text(help_text="The label of the dot.")
    score = serializers.FloatField(
        help_text="The score. The middle of an even number of scores may end in .5."
    )


@meaning("A scale from the best score to the worst, with a dot for each score worth showing.")
class ScaleResource(RenderedResource):
    best = Whole(help_text="The best score of the scale.")
    top = Choice(
        [*Top],
        help_text="What the best score stands for. `possible`: the proven par of the deal. `known`: the "
        "par of the deal, which is not proven. `perfect`: a game that leaves nothing over. "
        "`seen`: the best score of the players on the scale and of the bot.",
    )
    worst = Whole(help_text="The worst score that is possible in the game.")
    dots = DotResource(many=True, help_text="The dots, the best score first.")
    words = Text(help_text="The scale in a sentence.")


@meaning("The move that lost the most points.")
class LessonResource(RenderedResource):
    ply = Whole(help_text="How many moves were made before this move.")
    view = ViewResource(help_text="The table before the move, as its player saw it.")
    move = Text(help_text="The move.")
    better = Text(help_text="The move that would have kept the points.")
    possible = Whole(
        help_text="The best final score that was possible before the move, with all cards known."
    )
    left = Whole(help_text="The best final score that was possible after the move.")
    words = Text(help_text="The lesson in words.")


@meaning("What the player can play next.")
class NextStepResource(RenderedResource):
    step = Choice(
        [*StepKind],
        help_text="The next `round` of the contest; another of today's deals (`daily`); the `rematch` of a "
        "duel; a new `duel` with somebody on the scale.",
    )
    competition = Text(
        allow_null=True,
        help_text="The id of the competition to play in, or of the duel to repeat; null for a new duel.",
    )
    round = Whole(allow_null=True, help_text="The number of the round in `competition`; null for a new duel.")
    game = Text(help_text="The slug of the game.")
    minutes = Whole(help_text="About how many minutes a game takes.")
    player = Text(
        allow_null=True, help_text="The id of the opponent in a duel or rematch; null for other steps."
    )
    words = Text(help_text="The text for a button.")


@meaning("What a player of one of today's deals should know.")
class DailyNewsResource(RenderedResource):
    streak = Whole(help_text="How many of this game's dailies the player has played in a row.")
    all_played = Flag(help_text="Whether the player has played all of today's deals.")
    new_cards_at = Moment(help_text="When the next deals of the day open.")
    words = Text(help_text="The streak in a sentence, from the second day on; else empty.")


@meaning("How the caller's attempt or ghost ended, as far as the caller may know it now.")
class EndingResource(RenderedResource):
    attempt = Text(help_text="The id of the attempt.")
    score = Whole(help_text="The score of the game.")
    won = Flag(help_text="Whether the game was won.")
    verdict = Choice(
        [*EndingGrade],
        help_text="How good the game was. `best`: nobody could do better. `good`, `fair` and `poor` "
        "compare the score with the other results of the round, or with the games of the "
        "site's bot if there are fewer than ten results.",
    )
    judged = Text(help_text="The verdict in a sentence.")
    beaten = BeatenResource(
        allow_null=True, help_text="How many others did worse; null if there is nothing to compare with."
    )
    beside = Text(help_text="The comparison in a sentence; empty if there is nothing to compare with.")
    scale = ScaleResource(help_text="Where the score lies between the best and the worst.")
    lesson = LessonResource(
        allow_null=True,
        help_text="The move to learn from; null until the round is closed for everyone and the game is "
        "analysed. Reading the ending starts no analysis.",
    )
    next = NextStepResource(allow_null=True, help_text="What to play next; null if there is no suggestion.")
    daily = DailyNewsResource(
        allow_null=True, help_text="The player's streak, if the deal is one of today's; else null."
    )
    share = Text(
        help_text="A text to share: the player, the contest, the score, and a row of signs that reveals "
        "no card. It has no score that others may not know yet."
    )


def ending_json(ending: Ending, attempt_id: str) -> dict[str, Any]:
    beaten = ending.beaten
    return {
        "attempt": attempt_id,
        "score": ending.score,
        "won": ending.won,
        "verdict": ending.verdict.value,
        "judged": ending_sentences.judged(ending),
        "beaten": beaten and {"beaten": beaten.number, "others": beaten.others, "by_bot": beaten.by_bot},
        "beside": ending_sentences.beside(ending),
        "scale": _scale(ending.scale),
        "lesson": ending.lesson and _lesson(ending.lesson),
        "next": ending.following and _next(ending.following),
        "daily": ending.daily and _daily(ending.daily, ending.deal.game),
        "share": ending_sentences.shared(ending),
    }


def _scale(scale: EndingScale) -> dict[str, Any]:
    return {
        "best": scale.best,
        "top": scale.top.value,
        "worst": scale.worst,
        "dots": [
            {"whose": dot.whose.value, "name": ending_sentences.dot_name(dot), "score": float(dot.score)}
            for dot in scale.dots
        ],
        "words": ending_sentences.scale_in_words(scale),
    }


def _lesson(lesson: DearestMove) -> dict[str, Any]:
    told = {name: getattr(lesson, name) for name in ("ply", "view", "move", "better", "possible", "left")}
    return told | {"words": ending_sentences.lesson_in_words(lesson)}


def _next(following: FollowingStep) -> dict[str, Any]:
    return {
        "step": following.step.value,
        "competition": following.round and following.round.competition_id,
        "round": following.round and following.round.number,
        "game": following.deal.game_slug,
        "minutes": following.deal.game.minutes,
        "player": following.opponent and following.opponent.player,
        "words": ending_sentences.next_in_words(following),
    }


def _daily(news: DailyNews, game: Game) -> dict[str, Any]:
    return {
        "streak": news.streak,
        "all_played": news.all_played,
        "new_cards_at": moment(news.new_cards_at),
        "words": ending_sentences.streak_in_words(news, game),
    }
