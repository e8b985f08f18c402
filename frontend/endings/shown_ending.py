"""An ending as templates show it: its sentences, and a scale with a dot for each score to compare."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from competitions.endings import ending_sentences
from competitions.endings.course import LEFT, QUICK, SLOW, STUCK, WON
from competitions.endings.ending import Ending
from competitions.endings.scale import ScaleDot, Top, Whose

from ..wording.lists import with_names

TOPS: Final = {
    Top.POSSIBLE: gettext_noop("<b>{score}</b> best possible"),
    Top.KNOWN: gettext_noop("<b>{score}</b> best known"),
    Top.PERFECT: gettext_noop("<b>{score}</b> perfect"),
    Top.SEEN: gettext_noop("<b>{score}</b> best so far"),
}

SIGNS: Final = {QUICK: "quick", SLOW: "slow", STUCK: "stuck", LEFT: "left", WON: "won"}


class ShownDot(NamedTuple):
    whose: str
    name: str
    score: str
    at: str
    """Where the dot lies on the scale, from `0%` to `100%`."""
    of_player: bool
    """Whether `name` is a player's, and not our word."""

    @property
    def is_own(self) -> bool:
        return self.whose in (Whose.YOU, Whose.PLAYER)


@dataclass(frozen=True)
class ShownEnding:
    of: Ending
    is_reviewed: bool = False
    """Whether the page also says what decided the game. If so, the lesson is left out, so that nothing is
    said twice."""

    @property
    def judged(self) -> str:
        return ending_sentences.judged(self.of, with_names)

    @property
    def beside(self) -> str:
        return ending_sentences.beside(self.of, with_names)

    @property
    def scale_words(self) -> str:
        return ending_sentences.scale_in_words(self.of.scale)

    @property
    def top(self) -> SafeString:
        """The best end of the scale in words: the score, and what this score means."""
        return format_html(
            gettext(TOPS[self.of.scale.top]), score=ending_sentences.number(self.of.scale.best)
        )

    @property
    def worst(self) -> str:
        return ending_sentences.number(self.of.scale.worst)

    @property
    def dots(self) -> list[ShownDot]:
        return [self._placed(dot) for dot in self.of.scale.dots]

    def _placed(self, dot: ScaleDot) -> ShownDot:
        at = f"{100 * self.of.scale.at(dot.score):.1f}%"
        return ShownDot(
            whose=dot.whose.value,
            name=ending_sentences.dot_name(dot),
            score=ending_sentences.number(dot.score),
            at=at,
            of_player=bool(dot.name),
        )

    @property
    def lesson_words(self) -> str:
        return "" if self.of.lesson is None else ending_sentences.lesson_in_words(self.of.lesson)

    @property
    def lesson_move(self) -> str:
        """The move that would have been better than the player's; the page marks it on the table."""
        return "" if self.of.lesson is None else self.of.lesson.better

    @property
    def lesson_view(self) -> Mapping[str, Any]:
        return {} if self.of.lesson is None else self.of.lesson.view

    @property
    def story(self) -> list[str]:
        """The names of the signs (emoji) that show in the text to share how the game went; empty if there are
        none."""
        return [SIGNS[sign] for sign in ending_sentences.signs(self.of)]

    @property
    def next_words(self) -> str:
        following = self.of.following
        return "" if following is None else ending_sentences.next_in_words(following, with_names)

    @property
    def streak_words(self) -> str:
        daily, game = self.of.daily, self.of.deal.game
        return "" if daily is None else ending_sentences.streak_in_words(daily, game)

    @property
    def share(self) -> str:
        return ending_sentences.shared(self.of)
