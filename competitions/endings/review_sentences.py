"""Everything that is said of a game that was analysed: sentences about its luck, its moves and its scores."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..solving.analysis.progress import AnalysisProgress, AnalysisState
from .ending_sentences import number
from .given_away import Cause, Loss
from .review import GameReview, JudgedLoss

FACE_UP: Final = "With all cards face up"
"""The name of the best possible score, wherever the score is shown."""
UNSEEING: Final = "A perfect player who cannot see the hidden cards, on average"
SEEING_ALL: Final = "A perfect player"


def points_in_words(value: float) -> str:
    """A number of points, rounded to a tenth, without a sign.

    >>> points_in_words(1), points_in_words(-2.25), points_in_words(0.96), points_in_words(12)
    ('1 point', '2.2 points', '1 point', '12 points')
    """
    rounded = tenths(abs(value))
    return "1 point" if rounded == 1 else f"{number(rounded)} points"


def tenths(value: float) -> float:
    return round(value, 1) + 0.0  # avoid "-0"


def worth(score: float) -> str:
    """The best possible score with its name: `With all cards face up: 5`."""
    return f"{FACE_UP}: {number(score)}"


# A sentence about luck, and one about skill


def luck_in_words(review: GameReview) -> str:
    """What luck did, in a sentence."""
    if not review.hides:
        return "There was no luck in it: all cards were face up from the start."
    luck = worse_by(review, tenths(review.expected), tenths(review.after_luck))
    return _of_whom(review, *_luck(luck)).format(name=review.log.entry.name, points=points_in_words(luck))


def _luck(worse: float) -> tuple[str, str]:
    """Two sentences about luck that cost `worse` points: for a viewer who played the game, and for any other
    viewer."""
    if worse > 0:
        return (
            "Luck was against you: the cards that turned up cost {points}.",
            "Luck was against {name}: the cards that turned up cost {points}.",
        )
    if worse < 0:
        return (
            "Luck was with you: the cards that turned up were worth {points}.",
            "Luck was with {name}: the cards that turned up were worth {points}.",
        )
    return "Luck made no difference.", "Luck made no difference."


def skill_in_words(review: GameReview) -> str:
    """What the player's own choices did, in a sentence."""
    skill = worse_by(review, tenths(review.after_luck), review.away.final)
    if not review.hides:
        of_whom = _skill_with_all_seen(skill, stopped=review.stopped_early)
    elif skill > 0 and not review.away.total:
        of_whom = RISK
    else:
        of_whom = _skill(skill, stopped=review.stopped_early)
    said = _of_whom(review, *of_whom)
    return said.format(name=review.log.entry.name, points=points_in_words(skill))


RISK: Final = (
    "Your moves took risks that cost nothing this time: on average they cost {points} beside a perfect "
    "player who cannot see the hidden cards.",
    "The moves of {name} took risks that cost nothing this time: on average they cost {points} beside a "
    "perfect player who cannot see the hidden cards.",
)
"""Two sentences, for a viewer who played the game and for any other viewer, about moves that were risky but
lost nothing with the cards as they lay."""


def _skill(worse: float, *, stopped: bool) -> tuple[str, str]:
    if worse > 0 and stopped:
        return (
            "Your moves, and stopping early, cost {points} beside a perfect player who cannot see the hidden "
            "cards.",
            "The moves of {name}, and stopping early, cost {points} beside a perfect player who cannot see "
            "the hidden cards.",
        )
    if worse > 0:
        return (
            "Your moves cost {points} beside a perfect player who cannot see the hidden cards.",
            "The moves of {name} cost {points} beside a perfect player who cannot see the hidden cards.",
        )
    if worse < 0:
        return (
            "By our estimate, your moves were {points} better than those of a perfect player who cannot see "
            "the hidden cards.",
            "By our estimate, the moves of {name} were {points} better than those of a perfect player who "
            "cannot see the hidden cards.",
        )
    return (
        "Your moves were as good as those of a perfect player who cannot see the hidden cards.",
        "The moves of {name} were as good as those of a perfect player who cannot see the hidden cards.",
    )


def _skill_with_all_seen(worse: float, *, stopped: bool) -> tuple[str, str]:
    if worse > 0 and stopped:
        return (
            "Your moves, and stopping early, cost {points} beside a perfect player.",
            "The moves of {name}, and stopping early, cost {points} beside a perfect player.",
        )
    if worse > 0:
        return (
            "Your moves cost {points} beside a perfect player.",
            "The moves of {name} cost {points} beside a perfect player.",
        )
    return "You played it perfectly.", "{name} played it perfectly."


def _of_whom(review: GameReview, mine: str, of_another: str) -> str:
    return mine if review.mine else of_another


def worse_by(review: GameReview, before: float, after: float) -> float:
    """By how many points the score `after` is worse than the one `before`; negative if it is better."""
    return tenths(after - before if review.lowest else before - after)


# Sentences about single moves


def loss_in_short(loss: Loss) -> str:
    """A loss in few words: `Move 12: 3 points`."""
    return f"Move {loss.ply + 1}: {points_in_words(loss.points)}"


def cause_in_words(judged: JudgedLoss, *, hides: bool) -> str:
    """How a loss looked to its player; empty if all cards could be seen."""
    if not hides:
        return ""
    if judged.certain == judged.loss.points:
        return "Lost for certain, whatever the hidden cards were."
    if judged.cause == Cause.MISTAKE:
        return f"For certain, whatever the hidden cards were: {points_in_words(judged.certain)}."
    if judged.cause == Cause.UNLUCKY:
        return "No player could have known: this was bad luck."
    if tenths(judged.on_average) > 0:
        lost = points_in_words(judged.on_average)
        return f"To a perfect player who cannot see the hidden cards: {lost} on average."
    return "By all that could be seen, the move was as good as any."


def note_in_words(judged: JudgedLoss) -> str:
    """The words beside a move in a list of moves: why it gave points away, and how many."""
    lost = points_in_words(judged.loss.points)
    match judged.cause:
        case Cause.MISTAKE:
            return f"mistake: {lost}"
        case Cause.UNLUCKY:
            return f"unlucky: {lost}"
        case Cause.UNCLEAR:
            return f"gave away {lost}"


def other_losses_in_words(review: GameReview) -> str:
    """What the moves that are not shown gave away; empty if all are shown."""
    others = review.others
    lost = points_in_words(sum(loss.points for loss in others))
    if not others:
        return ""
    return (
        f"One other move: {lost}" if len(others) == 1 else f"The other {len(others)} moves together: {lost}"
    )


def given_up_in_words(review: GameReview) -> str:
    """What was lost by not playing on; empty if nothing was."""
    return f"Stopping before the end: {points_in_words(review.away.given_up)}" if review.away.given_up else ""


def total_in_words(review: GameReview) -> str:
    """A sentence with the sum of all points given away, or a sentence that none were."""
    away = review.away
    best, final, lost = number(away.possible[0]), number(away.final), points_in_words(away.total)
    if away.total:
        return f"All together: {lost}, from {best} with all cards face up to {final}."
    if review.proven:
        return f"Nothing was given away: even with all cards face up, nobody ends better than {final}."
    return f"Nothing was given away: even with all cards face up, we know of no better end than {final}."


# The scores with their names, and how to read them


class NamedScore(NamedTuple):
    """A score on the way from the best possible score to the player's. Its name uses no word of statistics.
    `changes` says how the score differs from the one before it, and why; empty for the first."""

    name: str
    score: str
    changes: Sequence[str]


def named_scores(review: GameReview) -> list[NamedScore]:
    """The scores from the best possible one to the player's own, step by step. The changes add up to the
    difference between the first score and the last."""
    best, final = review.away.possible[0], review.away.final
    own = "You" if review.mine else review.log.entry.name
    if not review.hides:
        moves = _changes(review, "", best, final)
        return [NamedScore(SEEING_ALL, number(best), ()), NamedScore(own, number(final), moves)]
    expected, after_luck = tenths(review.expected), tenths(review.after_luck)
    # Luck and moves are told as one step: the score between them may be one that no game can end with.
    luck_and_moves = [
        *_changes(review, "luck", expected, after_luck),
        *_changes(review, "moves", after_luck, final),
    ]
    return [
        NamedScore(FACE_UP, number(best), ()),
        NamedScore(UNSEEING, number(expected), _changes(review, "the hidden cards", best, expected)),
        NamedScore(own, number(final), luck_and_moves),
    ]


def _changes(review: GameReview, cause: str, before: float, after: float) -> Sequence[str]:
    """How the score `after` differs from the one `before`, and why; empty if they are equal."""
    worse = worse_by(review, before, after)
    return [CHANGES[cause, worse > 0].format(points=points_in_words(worse))] if worse else []


CHANGES: Final = {
    ("", True): "{points} worse",
    ("", False): "{points} better",
    ("the hidden cards", True): "{points} worse, because the cards are hidden",
    ("the hidden cards", False): "{points} better, as we know of no better line",
    ("luck", True): "{points} worse, by bad luck",
    ("luck", False): "{points} better, by good luck",
    ("moves", True): "{points} worse, by the moves",
    ("moves", False): "{points} better, by the moves",
}


def how_exact(review: GameReview) -> str:
    """How to read the numbers: whether fewer points are better, and which numbers are estimates."""
    better = "Fewer points are better." if review.lowest else "More points are better."
    known = "" if review.proven else " There may be better lines than those that our solver found."
    if not review.hides:
        return better + known
    if review.samples is None:
        return f"{better} “On average” is over all the ways in which the hidden cards could lie.{known}"
    return (
        f"{better} “On average” is an estimate, over {review.samples} of the ways in which the hidden cards "
        f"could lie.{known}"
    )


# Sentences while there is no analysis


def progress_in_words(progress: AnalysisProgress) -> str:
    """How far the analysis of a game is."""
    match progress.state:
        case AnalysisState.UNASKED:
            return "See which moves decided this game, and how much of it was luck."
        case AnalysisState.RUNNING:
            return "Our solver is looking through this game now."
        case AnalysisState.GIVEN_UP:
            return "Our solver could not look through this game: it would take too long."
        case AnalysisState.WAITING if progress.minutes == 1:
            return "Our solver will look through this game in about a minute."
        case AnalysisState.WAITING:
            return f"Our solver will look through this game within about {progress.minutes} minutes."
        case AnalysisState.DONE:
            return ""


def round_in_words(progress: AnalysisProgress) -> str:
    """How many games of the round have been analysed so far. Empty unless the analysis of this game waits or
    runs, and other games of the round are analysed, too."""
    if progress.state not in (AnalysisState.WAITING, AnalysisState.RUNNING) or progress.games < 2:
        return ""
    return (
        f"Done so far: {progress.done} of the {progress.games} games of this round that are being analysed."
    )
