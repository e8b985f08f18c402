"""Everything that is said of an ending. Pages, the API and the terminal show the same sentences."""

from collections.abc import Mapping
from typing import Final

from games.game import Game

from ..models import Kind
from .course import signs_of
from .ending import Ending
from .lesson import DearestMove
from .next_step import DailyNews, FollowingStep, StepKind
from .scale import EndingScale, ScaleDot, Top, Whose
from .verdicts import Beaten, EndingGrade

CROWD: Final = 100
"""With this many other players or more, the sentences say in percent how many of them were beaten."""

JUDGED: Final = {
    EndingGrade.WON: "{outcome}: you won.",
    EndingGrade.BEST: "{outcome}: nobody could do better.",
    EndingGrade.GOOD: "{outcome}: good.",
    EndingGrade.FAIR: "{outcome}: fair.",
    EndingGrade.POOR: "{outcome}: there was more in it.",
}
JUDGED_OF_ANOTHER: Final = {**JUDGED, EndingGrade.WON: "{outcome}: {name} won."}

TOPS: Final[Mapping[Top, str]] = {
    Top.POSSIBLE: "best possible",
    Top.KNOWN: "best known",
    Top.PERFECT: "perfect",
    Top.SEEN: "best so far",
}
TOPS_IN_A_SENTENCE: Final[Mapping[Top, str]] = {
    Top.POSSIBLE: "From {best}, the best possible, to {worst}, the worst: {dots}.",
    Top.KNOWN: "From {best}, the best known, to {worst}, the worst: {dots}.",
    Top.PERFECT: "From {best}, a perfect game, to {worst}, the worst: {dots}.",
    Top.SEEN: "From {best}, the best so far, to {worst}, the worst: {dots}.",
}

NAMES: Final[Mapping[Whose, str]] = {Whose.YOU: "You", Whose.MIDDLE: "The middle", Whose.BOT: "Our bot"}


def number(value: float) -> str:
    r"""A score with a real minus sign.

    >>> number(-4) == "\N{MINUS SIGN}4", number(8.5), number(9.0)
    (True, '8.5', '9')
    """
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def judged(ending: Ending) -> str:
    """The verdict in a sentence: `6 cards left: good.`"""
    sentences = JUDGED if ending.mine else JUDGED_OF_ANOTHER
    return sentences[ending.verdict].format(outcome=_outcome(ending), name=ending.name)


def _outcome(ending: Ending) -> str:
    """The result in words, such as `6 cards left`. It is `Score 6` instead if the words are unknown or
    contain a comma, or if the game was not won and the words do not begin with the score."""
    outcome = "" if ending.course is None else ending.course.outcome
    if outcome and (ending.won or outcome.startswith(f"{ending.score} ")) and "," not in outcome:
        return outcome[:1].upper() + outcome[1:]
    return f"Score {number(ending.score)}"


def beside(ending: Ending) -> str:
    """How many of the others did worse: `You beat 6 of 12.` Empty if there is nobody to compare with."""
    beaten = ending.beaten
    if beaten is None:
        return ""
    sentence = (
        _beside_bot(beaten) if beaten.by_bot else _beside_one(ending, beaten) or _beside_players(beaten)
    )
    share = 100 * beaten.number // beaten.others
    return sentence[not ending.mine].format(
        name=ending.name, beaten=beaten.number, others=beaten.others, share=share
    )


def _beside_bot(beaten: Beaten) -> tuple[str, str]:
    """Two sentences that compare a game with the games of our bot: for a viewer who played the game, and for
    any other viewer."""
    if 100 * beaten.number < beaten.others:
        return "Our bot usually does better.", "Our bot usually does better."
    return "You beat {share} % of our bot's games.", "{name} beat {share} % of our bot's games."


def _beside_one(ending: Ending, beaten: Beaten) -> tuple[str, str] | None:
    """A pair: a sentence that names the only other player, as in a duel, and an empty text. None if there are
    several other players, if the only one is not on the scale, or if the game is not the viewer's."""
    others = [dot for dot in ending.scale.dots if dot.whose in (Whose.FRIEND, Whose.CIRCLE)]
    if beaten.others != 1 or len(others) != 1 or not ending.mine:
        return None
    [other] = others
    name = other.name.replace("{", "{{").replace("}", "}}")
    if other.score == ending.score:
        return f"You and {name} are level.", ""
    return (f"You beat {name}.", "") if beaten.number else (f"{name} beat you.", "")


def _beside_players(beaten: Beaten) -> tuple[str, str]:
    if beaten.others == 1:
        if beaten.number:
            return "You beat the other player.", "{name} beat the other player."
        return "The other player did at least as well.", "The other player did at least as well."
    if beaten.unbeaten and beaten.number < beaten.others:
        return "None of the {others} others did better.", "None of the {others} others did better."
    if not beaten.number:
        return "All {others} others did at least as well.", "All {others} others did at least as well."
    if beaten.number == beaten.others:
        return "You beat all {others} others.", "{name} beat all {others} others."
    if beaten.others >= CROWD:
        return "You beat {share} % of {others} players.", "{name} beat {share} % of {others} players."
    return "You beat {beaten} of {others}.", "{name} beat {beaten} of {others}."


def dot_name(dot: ScaleDot) -> str:
    """Whose score a dot shows, in a word or two."""
    return NAMES.get(dot.whose, dot.name)


def scale_in_words(scale: EndingScale) -> str:
    """The scale in one sentence: `From 0, a perfect game, to 32, the worst: You 6, Our bot 12.`"""
    dots = ", ".join(f"{dot_name(dot)} {number(dot.score)}" for dot in scale.dots)
    return TOPS_IN_A_SENTENCE[scale.top].format(best=number(scale.best), worst=number(scale.worst), dots=dots)


def lesson_in_words(lesson: DearestMove) -> str:
    """What the dearest move was, and what would have been better."""
    return (
        f"Move {lesson.ply + 1} gave most away: {lesson.move_words}. "
        f"With all cards face up, {lesson.better_words} led to {number(lesson.possible)}; "
        f"after your move {number(lesson.left)} was possible."
    )


def next_in_words(following: FollowingStep) -> str:
    """The text of the button that leads from the ending to the next step."""
    game = following.deal.game
    match following.step:
        case StepKind.ROUND:
            assert following.round is not None
            return f"Next: round {following.round.number}, {game.name}"
        case StepKind.DAILY:
            return f"Next: today's {game.name}, about {game.minutes} minutes"
        case StepKind.REMATCH:
            assert following.opponent is not None
            return f"Rematch against {following.opponent.name}"
        case StepKind.DUEL:
            assert following.opponent is not None
            return f"Duel {following.opponent.name} with new cards"


def streak_in_words(news: DailyNews, game: str) -> str:
    """The streak in a sentence; empty before its second day."""
    return f"You have played {game} {news.streak} days in a row." if news.streak > 1 else ""


def invitation(game: Game) -> str:
    """The text with which a player invites somebody to play the same cards. It tells no result."""
    return f"Can you beat me at {game.name}? The same cards for both of us."


def shared(ending: Ending) -> str:
    """The text to share an ending, without its link: `Evendeal · Wish · 28 Nov · 10 left`, and the signs.

    It tells no score that others may not know yet.
    """
    parts = ["Evendeal", "" if ending.mine else ending.name, ending.deal.game.name, _where(ending)]
    parts.append(_result(ending) if ending.may_be_told else "played")
    return "\n".join(filter(None, (" · ".join(filter(None, parts)), signs(ending))))


def signs(ending: Ending) -> str:
    """The course of the game in signs. Empty if the viewer may not see the game, if its score may not be
    passed on, or if the game has no moves or too many."""
    if ending.course is None or not ending.may_be_told or len(ending.course.scores) < 2:
        return ""
    return signs_of(ending.course.scores, _perfect(ending), won=ending.won)


def _where(ending: Ending) -> str:
    """The day of a daily, or the name of a contest; empty for a duel, a challenge and practice."""
    if ending.round is None:
        return ""
    competition = ending.round.competition
    if competition.daily is not None:
        day = competition.daily.date
        return f"{day.day} {day:%b}"
    return "" if competition.kind in (Kind.DUEL, Kind.CHALLENGE) else competition.name


def _result(ending: Ending) -> str:
    if ending.won:
        return "won"
    return f"{ending.score} left" if ending.deal.game.cards_left else f"score {number(ending.score)}"


def _perfect(ending: Ending) -> int:
    """The score at which all ten signs are reached. Where the lowest score wins, this score is always 0: par,
    which is known only after the round has closed, must not change the signs."""
    return 0 if ending.deal.game.lowest_wins else max(ending.scale.best, ending.score)
