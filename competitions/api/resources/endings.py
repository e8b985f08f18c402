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


@meaning("How many of the others did worse.")
class BeatenResource(RenderedResource):
    beaten = Whole(help_text="How many did worse.")
    others = Whole(help_text="How many there are.")
    by_bot = Flag(help_text="Whether they are games of the site's bot at such deals: nobody else is known.")


@meaning("A score on the scale.")
class DotResource(RenderedResource):
    whose = Choice(
        [*Whose],
        help_text="`you`; a `friend` of a duel or challenge; a member of a `circle`; the `middle` of all "
        "results, once there are ten; the middle of the games of the site's `bot`.",
    )
    name = Text(help_text="Its name in words.")
    score = serializers.FloatField(help_text="The score; the middle of an even number may be a half.")


@meaning("The scores from the best to the worst.")
class ScaleResource(RenderedResource):
    best = Whole(help_text="The score at its good end.")
    top = Choice(
        [*Top],
        help_text="What that is: the best `possible` and the best `known` are par, once it may be known; a "
        "`perfect` game leaves nothing over; `seen` is the best of those on the scale and of the bot.",
    )
    worst = Whole(help_text="The worst score of the game.")
    dots = DotResource(many=True, help_text="The scores, the best first.")
    words = Text(help_text="All of it in a sentence.")


@meaning("The move that gave most away.")
class LessonResource(RenderedResource):
    ply = Whole(help_text="How many moves were made before it.")
    view = ViewResource(help_text="The table before it, as its player saw it.")
    move = Text(help_text="The move.")
    better = Text(help_text="The move that would have kept the points.")
    possible = Whole(help_text="The best final score before it, with all cards known.")
    left = Whole(help_text="The best final score after it.")
    words = Text(help_text="All of it in words.")


@meaning("What comes next.")
class NextStepResource(RenderedResource):
    step = Choice(
        [*StepKind],
        help_text="The next `round` of the contest; another of today's deals (`daily`); the `rematch` of a "
        "duel; a new `duel` with somebody on the scale.",
    )
    competition = Text(allow_null=True, help_text="The competition to play in, or to have a rematch of.")
    round = Whole(allow_null=True, help_text="The number of its round.")
    game = Text(help_text="The slug of the game.")
    minutes = Whole(help_text="About how long it takes.")
    player = Text(allow_null=True, help_text="The id of the opponent of a duel or rematch.")
    words = Text(help_text="What a button says.")


@meaning("What a player of today's deals is told.")
class DailyNewsResource(RenderedResource):
    streak = Whole(help_text="How many of this game's dailies the player has played in a row.")
    all_played = Flag(help_text="Whether the player has played all of today's deals.")
    new_cards_at = Moment(help_text="When new cards come.")
    words = Text(help_text="The streak in a sentence, from the second day on; else empty.")


@meaning("How the caller's attempt or ghost ended, as far as the caller may know it now.")
class EndingResource(RenderedResource):
    attempt = Text(help_text="The id of the attempt.")
    score = Whole(help_text="Its score.")
    won = Flag(help_text="Whether the game was won.")
    verdict = Choice(
        [*EndingGrade],
        help_text="How good it was. `best`: nobody could do better. `good`, `fair` and `poor` go by the "
        "other results of the round, or by the site's bot if there are fewer than ten.",
    )
    judged = Text(help_text="The verdict in a sentence.")
    beaten = BeatenResource(allow_null=True, help_text="Who did worse; null if nobody else is known.")
    beside = Text(help_text="The same in a sentence; empty if nobody else is known.")
    scale = ScaleResource(help_text="Where it lies.")
    lesson = LessonResource(
        allow_null=True,
        help_text="What there is to learn from it: once the round is closed for everyone and the game is "
        "analysed. Asking for it asks for no analysis.",
    )
    next = NextStepResource(allow_null=True, help_text="What to play next; null if nothing is known.")
    daily = DailyNewsResource(allow_null=True, help_text="Of one of today's deals; else null.")
    share = Text(
        help_text="What can be shared: who made it where and with which score, and a row of signs that names "
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
