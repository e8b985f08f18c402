"""All sentences about an analysed game: about its luck, its moves and its scores."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from ..solving.analysis.progress import AnalysisProgress, AnalysisState
from ..translatable import Fill, Translatable, with_facts
from .ending_sentences import ToEach, number
from .given_away import Cause, Loss
from .review import GameReview, JudgedLoss

FACE_UP: Final = _("With all cards face up")
"""The name of the best possible score, wherever the score is shown."""
UNSEEING: Final = _("A perfect player who cannot see the hidden cards, on average")
SEEING_ALL: Final = _("A perfect player")
YOU: Final = _("You")


def with_points(text: Translatable, value: float, fill: Fill = with_facts, **facts: Any) -> str:
    """A text with a number of points, rounded to a tenth, without a sign. `fill` puts the facts into
    the text.

    >>> [with_points(SAID_OF_LOSS, points, number=3) for points in (1, -2.25, 0.96)]
    ['Move 3: 1 point', 'Move 3: 2.2 points', 'Move 3: 1 point']
    """
    rounded = tenths(abs(value))
    count = 1 if rounded == 1 else max(2, round(rounded))  # plural forms exist for whole numbers only
    return str(fill(text, points=_number(rounded), count=count, **facts))


_number = lazy(number, str)


def tenths(value: float) -> float:
    return round(value, 1) + 0.0  # avoid "-0"


def worth(score: float) -> str:
    """The best possible score with its name: `With all cards face up: 5`."""
    return str(with_facts(_("With all cards face up: %(score)s"), score=number(score)))


# Sentences about the luck and the skill in a game

NO_LUCK: Final = _("There was no luck in it: all cards were face up from the start.")
NO_DIFFERENCE: Final = _("Luck made no difference.")
BAD_LUCK: Final = (
    ngettext_lazy(
        "Luck was against you: the cards that turned up cost %(points)s point.",
        "Luck was against you: the cards that turned up cost %(points)s points.",
        "count",
    ),
    ngettext_lazy(
        "Luck was against %(name)s: the cards that turned up cost %(points)s point.",
        "Luck was against %(name)s: the cards that turned up cost %(points)s points.",
        "count",
    ),
)
GOOD_LUCK: Final = (
    ngettext_lazy(
        "Luck was with you: the cards that turned up were worth %(points)s point.",
        "Luck was with you: the cards that turned up were worth %(points)s points.",
        "count",
    ),
    ngettext_lazy(
        "Luck was with %(name)s: the cards that turned up were worth %(points)s point.",
        "Luck was with %(name)s: the cards that turned up were worth %(points)s points.",
        "count",
    ),
)

RISK: Final = (
    ngettext_lazy(
        "Your moves took risks that cost nothing this time: on average they cost %(points)s point beside a "
        "perfect player who cannot see the hidden cards.",
        "Your moves took risks that cost nothing this time: on average they cost %(points)s points beside a "
        "perfect player who cannot see the hidden cards.",
        "count",
    ),
    ngettext_lazy(
        "The moves of %(name)s took risks that cost nothing this time: on average they cost %(points)s point "
        "beside a perfect player who cannot see the hidden cards.",
        "The moves of %(name)s took risks that cost nothing this time: on average they cost %(points)s "
        "points beside a perfect player who cannot see the hidden cards.",
        "count",
    ),
)
"""About moves that could have lost points, but lost none, because of how the hidden cards lay."""
STOPPED: Final = (
    ngettext_lazy(
        "Your moves, and stopping early, cost %(points)s point beside a perfect player who cannot see the "
        "hidden cards.",
        "Your moves, and stopping early, cost %(points)s points beside a perfect player who cannot see the "
        "hidden cards.",
        "count",
    ),
    ngettext_lazy(
        "The moves of %(name)s, and stopping early, cost %(points)s point beside a perfect player who cannot "
        "see the hidden cards.",
        "The moves of %(name)s, and stopping early, cost %(points)s points beside a perfect player who "
        "cannot see the hidden cards.",
        "count",
    ),
)
WORSE: Final = (
    ngettext_lazy(
        "Your moves cost %(points)s point beside a perfect player who cannot see the hidden cards.",
        "Your moves cost %(points)s points beside a perfect player who cannot see the hidden cards.",
        "count",
    ),
    ngettext_lazy(
        "The moves of %(name)s cost %(points)s point beside a perfect player who cannot see the hidden "
        "cards.",
        "The moves of %(name)s cost %(points)s points beside a perfect player who cannot see the hidden "
        "cards.",
        "count",
    ),
)
BETTER: Final = (
    ngettext_lazy(
        "By our estimate, your moves were %(points)s point better than those of a perfect player who cannot "
        "see the hidden cards.",
        "By our estimate, your moves were %(points)s points better than those of a perfect player who cannot "
        "see the hidden cards.",
        "count",
    ),
    ngettext_lazy(
        "By our estimate, the moves of %(name)s were %(points)s point better than those of a perfect player "
        "who cannot see the hidden cards.",
        "By our estimate, the moves of %(name)s were %(points)s points better than those of a perfect player "
        "who cannot see the hidden cards.",
        "count",
    ),
)
AS_GOOD: Final = (
    _("Your moves were as good as those of a perfect player who cannot see the hidden cards."),
    _("The moves of %(name)s were as good as those of a perfect player who cannot see the hidden cards."),
)

STOPPED_WITH_ALL_SEEN: Final = (
    ngettext_lazy(
        "Your moves, and stopping early, cost %(points)s point beside a perfect player.",
        "Your moves, and stopping early, cost %(points)s points beside a perfect player.",
        "count",
    ),
    ngettext_lazy(
        "The moves of %(name)s, and stopping early, cost %(points)s point beside a perfect player.",
        "The moves of %(name)s, and stopping early, cost %(points)s points beside a perfect player.",
        "count",
    ),
)
WORSE_WITH_ALL_SEEN: Final = (
    ngettext_lazy(
        "Your moves cost %(points)s point beside a perfect player.",
        "Your moves cost %(points)s points beside a perfect player.",
        "count",
    ),
    ngettext_lazy(
        "The moves of %(name)s cost %(points)s point beside a perfect player.",
        "The moves of %(name)s cost %(points)s points beside a perfect player.",
        "count",
    ),
)
PERFECT: Final = (_("You played it perfectly."), _("%(name)s played it perfectly."))


def luck_in_words(review: GameReview, fill: Fill) -> str:
    """A sentence about the luck in the game. `fill` puts the facts into the sentence."""
    if not review.hides:
        return str(NO_LUCK)
    luck = worse_by(review, tenths(review.expected), tenths(review.after_luck))
    if not luck:
        return str(NO_DIFFERENCE)
    return _of_whom(review, BAD_LUCK if luck > 0 else GOOD_LUCK, luck, fill)


def skill_in_words(review: GameReview, fill: Fill) -> str:
    """A sentence about the player's own choices. `fill` puts the facts into the sentence."""
    skill = worse_by(review, tenths(review.after_luck), review.away.final)
    if not review.hides:
        sentences = _skill_with_all_seen(skill, stopped=review.stopped_early)
    elif skill > 0 and not review.away.total:
        sentences = RISK
    else:
        sentences = _skill(skill, stopped=review.stopped_early)
    return _of_whom(review, sentences, skill, fill)


def _skill(worse: float, *, stopped: bool) -> ToEach:
    if worse > 0:
        return STOPPED if stopped else WORSE
    return BETTER if worse < 0 else AS_GOOD


def _skill_with_all_seen(worse: float, *, stopped: bool) -> ToEach:
    if worse > 0:
        return STOPPED_WITH_ALL_SEEN if stopped else WORSE_WITH_ALL_SEEN
    return PERFECT


def _of_whom(review: GameReview, sentences: ToEach, points: float, fill: Fill) -> str:
    to_player, to_others = sentences
    sentence = to_player if review.mine else to_others
    return with_points(sentence, points, fill, name=review.log.entry.name)


def worse_by(review: GameReview, before: float, after: float) -> float:
    """By how many points the score `after` is worse than the one `before`; negative if it is better."""
    return tenths(after - before if review.lowest else before - after)


# Sentences about single moves

SAID_OF_LOSS: Final = ngettext_lazy(
    "Move %(number)d: %(points)s point", "Move %(number)d: %(points)s points", "count"
)
CERTAIN: Final = ngettext_lazy(
    "For certain, whatever the hidden cards were: %(points)s point.",
    "For certain, whatever the hidden cards were: %(points)s points.",
    "count",
)
ON_AVERAGE: Final = ngettext_lazy(
    "To a perfect player who cannot see the hidden cards: %(points)s point on average.",
    "To a perfect player who cannot see the hidden cards: %(points)s points on average.",
    "count",
)
NOTES: Final[Mapping[Cause, Translatable]] = {
    Cause.MISTAKE: ngettext_lazy("mistake: %(points)s point", "mistake: %(points)s points", "count"),
    Cause.UNLUCKY: ngettext_lazy("unlucky: %(points)s point", "unlucky: %(points)s points", "count"),
    Cause.UNCLEAR: ngettext_lazy("gave away %(points)s point", "gave away %(points)s points", "count"),
}
ANOTHER_MOVE: Final = ngettext_lazy(
    "One other move: %(points)s point", "One other move: %(points)s points", "count"
)
OTHER_MOVES: Final = ngettext_lazy(
    "The other %(moves)d moves together: %(points)s point",
    "The other %(moves)d moves together: %(points)s points",
    "count",
)
GIVEN_UP: Final = ngettext_lazy(
    "Stopping before the end: %(points)s point", "Stopping before the end: %(points)s points", "count"
)
TOTAL: Final = ngettext_lazy(
    "All together: %(points)s point, from %(best)s with all cards face up to %(final)s.",
    "All together: %(points)s points, from %(best)s with all cards face up to %(final)s.",
    "count",
)
NOTHING_LOST: Final = _(
    "Nothing was given away: even with all cards face up, nobody ends better than %(final)s."
)
NOTHING_KNOWN_LOST: Final = _(
    "Nothing was given away: even with all cards face up, we know of no better end than %(final)s."
)


def loss_in_short(loss: Loss) -> str:
    """A loss in few words: `Move 12: 3 points`."""
    return with_points(SAID_OF_LOSS, loss.points, number=loss.ply + 1)


def cause_in_words(judged: JudgedLoss, *, hides: bool) -> str:
    """A sentence that says how a loss looked to its player; empty if all cards could be seen."""
    if not hides:
        return ""
    if judged.certain == judged.loss.points:
        return gettext("Lost for certain, whatever the hidden cards were.")
    if judged.cause == Cause.MISTAKE:
        return with_points(CERTAIN, judged.certain)
    if judged.cause == Cause.UNLUCKY:
        return gettext("No player could have known: this was bad luck.")
    if tenths(judged.on_average) > 0:
        return with_points(ON_AVERAGE, judged.on_average)
    return gettext("By all that could be seen, the move was as good as any.")


def note_in_words(judged: JudgedLoss) -> str:
    """The words beside a move in a list of moves: why it gave points away, and how many."""
    return with_points(NOTES[judged.cause], judged.loss.points)


def other_losses_in_words(review: GameReview) -> str:
    """A sentence about the points that moves without a table gave away; empty if all moves are shown."""
    others = review.others
    if not others:
        return ""
    lost = sum(loss.points for loss in others)
    return with_points(ANOTHER_MOVE if len(others) == 1 else OTHER_MOVES, lost, moves=len(others))


def given_up_in_words(review: GameReview) -> str:
    """A sentence about the points lost by stopping early; empty if none were lost."""
    return with_points(GIVEN_UP, review.away.given_up) if review.away.given_up else ""


def total_in_words(review: GameReview) -> str:
    """A sentence that gives the sum of all points given away, or says that there were none."""
    away = review.away
    final = number(away.final)
    if away.total:
        return with_points(TOTAL, away.total, best=number(away.possible[0]), final=final)
    return str(with_facts(NOTHING_LOST if review.proven else NOTHING_KNOWN_LOST, final=final))


# The scores with their names, and how to read them


class NamedScore(NamedTuple):
    """A score on the way from the best possible score to the player's. Its name uses no word of statistics.
    `changes` says how the score differs from the score before it in the list, and why. It is empty for the
    first score, and for one that is equal to the score before it."""

    name: str
    score: str
    changes: Sequence[str] = ()
    of_player: bool = False
    """Whether `name` is a player's, and not our word."""


def named_scores(review: GameReview) -> list[NamedScore]:
    """The scores from the best possible one to the player's own, step by step. The changes add up to the
    difference between the first score and the last."""
    best, final = review.away.possible[0], review.away.final
    own = str(YOU) if review.mine else review.log.entry.name
    if not review.hides:
        moves = _changes(review, StepCause.ALL, best, final)
        return [
            NamedScore(str(SEEING_ALL), number(best)),
            NamedScore(own, number(final), moves, of_player=not review.mine),
        ]
    expected, after_luck = tenths(review.expected), tenths(review.after_luck)
    # Luck and moves form one step: the score between them is a mean, with which perhaps no game can end.
    luck_and_moves = [
        *_changes(review, StepCause.LUCK, expected, after_luck),
        *_changes(review, StepCause.MOVES, after_luck, final),
    ]
    return [
        NamedScore(str(FACE_UP), number(best)),
        NamedScore(str(UNSEEING), number(expected), _changes(review, StepCause.HIDDEN, best, expected)),
        NamedScore(own, number(final), luck_and_moves, of_player=not review.mine),
    ]


class StepCause(Enum):
    """Why a NamedScore differs from the one before it in the list. `ALL` is for a game that hides no cards:
    the words then name no cause."""

    ALL = auto()
    HIDDEN = auto()
    LUCK = auto()
    MOVES = auto()


def _changes(review: GameReview, change: StepCause, before: float, after: float) -> Sequence[str]:
    """How the score `after` differs from the one `before`, and why; empty if they are equal."""
    worse = worse_by(review, before, after)
    return [with_points(CHANGES[change, worse > 0], worse)] if worse else []


CHANGES: Final[Mapping[tuple[StepCause, bool], Translatable]] = {
    (StepCause.ALL, True): ngettext_lazy("%(points)s point worse", "%(points)s points worse", "count"),
    (StepCause.ALL, False): ngettext_lazy("%(points)s point better", "%(points)s points better", "count"),
    (StepCause.HIDDEN, True): ngettext_lazy(
        "%(points)s point worse, because the cards are hidden",
        "%(points)s points worse, because the cards are hidden",
        "count",
    ),
    (StepCause.HIDDEN, False): ngettext_lazy(
        "%(points)s point better, as we know of no better line",
        "%(points)s points better, as we know of no better line",
        "count",
    ),
    (StepCause.LUCK, True): ngettext_lazy(
        "%(points)s point worse, by bad luck", "%(points)s points worse, by bad luck", "count"
    ),
    (StepCause.LUCK, False): ngettext_lazy(
        "%(points)s point better, by good luck", "%(points)s points better, by good luck", "count"
    ),
    (StepCause.MOVES, True): ngettext_lazy(
        "%(points)s point worse, by the moves", "%(points)s points worse, by the moves", "count"
    ),
    (StepCause.MOVES, False): ngettext_lazy(
        "%(points)s point better, by the moves", "%(points)s points better, by the moves", "count"
    ),
}
"""How a score differs from the one before it. The key is the cause, and whether the score is worse."""


OVER_SOME: Final = ngettext_lazy(
    "“On average” is an estimate, over %(samples)d of the ways in which the hidden cards could lie.",
    "“On average” is an estimate, over %(samples)d of the ways in which the hidden cards could lie.",
    "samples",
)


def how_exact(review: GameReview) -> str:
    """How to read the numbers: whether fewer points are better, and which numbers are estimates."""
    better = _("Fewer points are better.") if review.lowest else _("More points are better.")
    sentences: list[Translatable] = [better]
    if review.hides and review.samples is None:
        sentences.append(_("“On average” is over all the ways in which the hidden cards could lie."))
    elif review.hides:
        sentences.append(with_facts(OVER_SOME, samples=review.samples))
    if not review.proven:
        sentences.append(_("There may be better lines than those that our solver found."))
    return " ".join(map(str, sentences))


# Sentences while there is no analysis


WITHIN_MINUTES: Final = ngettext_lazy(
    "Our solver will look through this game in about a minute.",
    "Our solver will look through this game within about %(minutes)d minutes.",
    "minutes",
)
DONE_SO_FAR: Final = ngettext_lazy(
    "Done so far: %(done)d of the %(games)d games of this round that are being analysed.",
    "Done so far: %(done)d of the %(games)d games of this round that are being analysed.",
    "games",
)


def progress_in_words(progress: AnalysisProgress) -> str:
    """A sentence about the progress of a game's analysis."""
    match progress.state:
        case AnalysisState.UNASKED:
            return gettext("See which moves decided this game, and how much of it was luck.")
        case AnalysisState.RUNNING:
            return gettext("Our solver is looking through this game now.")
        case AnalysisState.GIVEN_UP:
            return gettext("Our solver could not look through this game: it would take too long.")
        case AnalysisState.WAITING:
            return str(with_facts(WITHIN_MINUTES, minutes=progress.minutes))
        case AnalysisState.DONE:
            return ""


def round_in_words(progress: AnalysisProgress) -> str:
    """How many games of the round have been analysed so far. Empty unless the analysis of this game waits or
    runs, and other games of the round are analysed, too."""
    if progress.state not in (AnalysisState.WAITING, AnalysisState.RUNNING) or progress.games < 2:
        return ""
    return str(with_facts(DONE_SO_FAR, done=progress.done, games=progress.games))
