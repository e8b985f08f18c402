"""All sentences about an ending. Pages, the API and the terminal show the same sentences. Everywhere here,
`fill` puts the facts into a sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.language import Message

from ..dates import written_date
from ..models import Kind
from ..people.given_names import shown_name
from ..translatable import Fill, Translatable, as_beginning, of_game, with_facts
from .course import signs_of
from .ending import Ending
from .lesson import DearestMove
from .next_step import DailyNews, FollowingStep, StepKind
from .scale import EndingScale, ScaleDot, Top, Whose
from .verdicts import Beaten, EndingGrade

CROWD: Final = 100
"""With this many other players or more, the sentences say in percent how many of them were beaten."""

JUDGED: Final[Mapping[EndingGrade, Translatable]] = {
    EndingGrade.WON: _("%(outcome)s: you won."),
    EndingGrade.BEST: _("%(outcome)s: nobody could do better."),
    EndingGrade.GOOD: _("%(outcome)s: good."),
    EndingGrade.FAIR: _("%(outcome)s: fair."),
    EndingGrade.POOR: _("%(outcome)s: there was more in it."),
}
JUDGED_OF_ANOTHER: Final = {**JUDGED, EndingGrade.WON: _("%(outcome)s: %(name)s won.")}

TOPS_IN_A_SENTENCE: Final[Mapping[Top, Translatable]] = {
    Top.POSSIBLE: _("From %(best)s, the best possible, to %(worst)s, the worst: %(dots)s."),
    Top.KNOWN: _("From %(best)s, the best known, to %(worst)s, the worst: %(dots)s."),
    Top.PERFECT: _("From %(best)s, a perfect game, to %(worst)s, the worst: %(dots)s."),
    Top.SEEN: _("From %(best)s, the best so far, to %(worst)s, the worst: %(dots)s."),
}

NAMES: Final[Mapping[Whose, Translatable]] = {
    Whose.YOU: _("You"),
    Whose.MIDDLE: _("The middle"),
    Whose.BOT: _("Our bot"),
}
NAMES_IN_A_SENTENCE: Final[Mapping[Whose, Translatable]] = {
    Whose.YOU: pgettext_lazy("within a sentence", "You"),
    Whose.MIDDLE: pgettext_lazy("within a sentence", "The middle"),
    Whose.BOT: pgettext_lazy("within a sentence", "Our bot"),
}

# Sentences about how many of the others did worse. Of each pair, the first sentence is for the player of the
# game, and the second for any other viewer.

BOT_IS_BETTER: Final = (_("Our bot usually does better."), _("Our bot usually does better."))
BEAT_BOT: Final = (
    _("You beat %(share)d %% of our bot's games."),
    _("%(name)s beat %(share)d %% of our bot's games."),
)
BEAT_THE_OTHER: Final = (_("You beat the other player."), _("%(name)s beat the other player."))
OTHER_WAS_AS_GOOD: Final = (
    _("The other player did at least as well."),
    _("The other player did at least as well."),
)
NONE_WAS_BETTER: Final = ngettext_lazy(
    "None of the %(others)d others did better.", "None of the %(others)d others did better.", "others"
)
ALL_WERE_AS_GOOD: Final = ngettext_lazy(
    "All %(others)d others did at least as well.", "All %(others)d others did at least as well.", "others"
)
BEAT_ALL: Final = (
    ngettext_lazy("You beat all %(others)d others.", "You beat all %(others)d others.", "others"),
    ngettext_lazy("%(name)s beat all %(others)d others.", "%(name)s beat all %(others)d others.", "others"),
)
BEAT_A_SHARE: Final = (
    ngettext_lazy(
        "You beat %(share)d %% of %(others)d player.",
        "You beat %(share)d %% of %(others)d players.",
        "others",
    ),
    ngettext_lazy(
        "%(name)s beat %(share)d %% of %(others)d player.",
        "%(name)s beat %(share)d %% of %(others)d players.",
        "others",
    ),
)
BEAT_SOME: Final = (_("You beat %(beaten)d of %(others)d."), _("%(name)s beat %(beaten)d of %(others)d."))

STREAK: Final = ngettext_lazy(
    "You have played %(game)s %(days)d day in a row.",
    "You have played %(game)s %(days)d days in a row.",
    "days",
)
DAILY_NEXT: Final = ngettext_lazy(
    "Next: today's %(game)s, about %(minutes)d minute",
    "Next: today's %(game)s, about %(minutes)d minutes",
    "minutes",
)
CARDS_LEFT: Final = ngettext_lazy("%(cards)d left", "%(cards)d left", "cards")


def number(value: float) -> str:
    r"""A score as the reader's language writes it, with a real minus sign.

    >>> number(-4) == "\N{MINUS SIGN}4", number(8.5), number(9.0)
    (True, '8.5', '9')
    """
    return number_format(f"{value:g}").replace("-", "\N{MINUS SIGN}")


def judged(ending: Ending, fill: Fill = with_facts) -> str:
    """The verdict in a sentence: `6 cards left: good.`"""
    sentences = JUDGED if ending.mine else JUDGED_OF_ANOTHER
    return str(fill(sentences[ending.verdict], outcome=_outcome(ending), name=shown_name(ending.name)))


def _outcome_now(ending: Ending) -> str:
    """The result in words, such as `6 cards left`, or as a number, such as `Score 6`.

    It is a number if the words are unknown, or count several things. It is also a number if the game was not
    won and the number in the words is not the score.
    """
    if ending.course is not None:
        outcome = ending.course.outcome
        [counted, *others] = _parts(outcome)
        if not others and (ending.won or ending.score in counted.facts.values()):
            return as_beginning(str(of_game(outcome)))
    return str(with_facts(_("Score %(score)s"), score=number(ending.score)))


_outcome = lazy(_outcome_now, str)


def _parts(outcome: Message) -> Sequence[Message]:
    """The things that an outcome counts: one, or several."""
    parts = outcome.facts.get("parts")
    return [each for each in parts if isinstance(each, Message)] if isinstance(parts, tuple) else [outcome]


def beside(ending: Ending, fill: Fill = with_facts) -> str:
    """A sentence about how many of the others did worse, such as `You beat 6 of 12.` Empty if there is nobody
    to compare with."""
    beaten = ending.beaten
    if beaten is None:
        return ""
    if (duel := _beside_one(ending, beaten, fill)) is not None:
        return duel
    to_player, to_others = _beside_bot(beaten) if beaten.by_bot else _beside_players(beaten)
    return str(
        fill(
            to_player if ending.mine else to_others,
            name=shown_name(ending.name),
            beaten=beaten.number,
            others=beaten.others,
            share=100 * beaten.number // beaten.others,
        )
    )


ToEach = tuple[Translatable, Translatable]
"""Two sentences about a game: for a viewer who played it, and for any other viewer."""


def _beside_bot(beaten: Beaten) -> ToEach:
    """The sentences, one for each kind of viewer, that compare a game with our bot's games."""
    return BOT_IS_BETTER if 100 * beaten.number < beaten.others else BEAT_BOT


def _beside_one(ending: Ending, beaten: Beaten, fill: Fill) -> str | None:
    """A sentence to the viewer that names the only other player, as in a duel. None if there are several
    other players, if the only one is not on the scale, or if the game is not the viewer's."""
    others = [dot for dot in ending.scale.dots if dot.whose in (Whose.FRIEND, Whose.CIRCLE)]
    if beaten.by_bot or beaten.others != 1 or len(others) != 1 or not ending.mine:
        return None
    [other] = others
    if other.score == ending.score:
        sentence = _("You and %(name)s are level.")
    else:
        sentence = _("You beat %(name)s.") if beaten.number else _("%(name)s beat you.")
    return str(fill(sentence, name=shown_name(other.name)))


def _beside_players(beaten: Beaten) -> ToEach:
    if beaten.others == 1:
        return BEAT_THE_OTHER if beaten.number else OTHER_WAS_AS_GOOD
    if beaten.unbeaten and beaten.number < beaten.others:
        return NONE_WAS_BETTER, NONE_WAS_BETTER
    if not beaten.number:
        return ALL_WERE_AS_GOOD, ALL_WERE_AS_GOOD
    if beaten.number == beaten.others:
        return BEAT_ALL
    return BEAT_A_SHARE if beaten.others >= CROWD else BEAT_SOME


def dot_name(dot: ScaleDot) -> str:
    """The label of a dot, in a word or two: it says whose score the dot shows."""
    return str(NAMES.get(dot.whose) or shown_name(dot.name))


def scale_in_words(scale: EndingScale) -> str:
    """The scale in one sentence: `From 0, a perfect game, to 32, the worst: You 6, Our bot 12.`"""
    dots, *others = map(_dot_in_words, scale.dots)
    for dot in others:
        dots = with_facts(_("%(dots)s, %(dot)s"), dots=dots, dot=dot)
    best, worst = number(scale.best), number(scale.worst)
    return str(with_facts(TOPS_IN_A_SENTENCE[scale.top], best=best, worst=worst, dots=dots))


def _dot_in_words(dot: ScaleDot) -> Translatable:
    name = NAMES_IN_A_SENTENCE.get(dot.whose, shown_name(dot.name))
    return with_facts(
        pgettext_lazy("who scored what", "%(name)s %(score)s"), name=name, score=number(dot.score)
    )


def lesson_in_words(lesson: DearestMove) -> str:
    """Sentences about the move that gave away the most points, and about the better move."""
    sentences = _(
        "Move %(number)d gave most away: %(move)s. With all cards face up, %(better)s led to %(possible)s; "
        "after your move %(left)s was possible."
    )
    return str(
        with_facts(
            sentences,
            number=lesson.ply + 1,
            move=lesson.move_words,
            better=lesson.better_words,
            possible=number(lesson.possible),
            left=number(lesson.left),
        )
    )


def next_in_words(following: FollowingStep, fill: Fill = with_facts) -> str:
    """The text of the button that leads from the ending to the next step."""
    game = following.deal.game
    match following.step:
        case StepKind.ROUND:
            assert following.round is not None
            next_round = _("Next: round %(number)d, %(game)s")
            return str(fill(next_round, number=following.round.number, game=of_game(game.title)))
        case StepKind.DAILY:
            return str(fill(DAILY_NEXT, game=of_game(game.title), minutes=game.minutes))
        case StepKind.REMATCH:
            assert following.opponent is not None
            return str(fill(_("Rematch against %(name)s"), name=shown_name(following.opponent.name)))
        case StepKind.DUEL:
            assert following.opponent is not None
            return str(fill(_("Duel %(name)s with new cards"), name=shown_name(following.opponent.name)))


def streak_in_words(news: DailyNews, game: Game) -> str:
    """The streak in a sentence; empty before its second day."""
    if news.streak <= 1:
        return ""
    return str(with_facts(STREAK, game=of_game(game.title), days=news.streak))


def invitation(game: Game) -> str:
    """The text with which a player invites somebody to play the same cards, without a result."""
    sentences = _("Can you beat me at %(game)s? The same cards for both of us.")
    return str(with_facts(sentences, game=of_game(game.title)))


def shared(ending: Ending) -> str:
    """The text to share an ending, without its link: `Evendeal · Wish · 28 Nov · 10 left`, and the signs.

    The text has no score that others may not know yet.
    """
    game = str(of_game(ending.deal.game.title))
    parts = ["Evendeal", "" if ending.mine else shown_name(ending.name), game, _where(ending)]
    parts.append(_result(ending) if ending.may_share_score else gettext("played"))
    return "\n".join(filter(None, (" · ".join(filter(None, parts)), signs(ending))))


def signs(ending: Ending) -> str:
    """The course of the game in signs. Empty if the viewer may not see the game, if its score may not be
    shared, or if the game has no moves or too many."""
    if ending.course is None or not ending.may_share_score or len(ending.course.scores) < 2:
        return ""
    return signs_of(ending.course.scores, _perfect(ending), won=ending.won)


def _where(ending: Ending) -> str:
    """The day of a daily, or the name of a contest; empty for a duel, a challenge and practice."""
    if ending.round is None:
        return ""
    competition = ending.round.competition
    if competition.daily is not None:
        return written_date(competition.daily.date, "short_day")
    return "" if competition.kind in (Kind.DUEL, Kind.CHALLENGE) else str(competition.title)


def _result(ending: Ending) -> str:
    if ending.won:
        return gettext("won")
    if ending.deal.game.cards_left:
        return str(with_facts(CARDS_LEFT, cards=ending.score))
    return str(with_facts(_("score %(score)s"), score=number(ending.score)))


def _perfect(ending: Ending) -> int:
    """The score that fills the whole row of ten squares in a text to share. Where the lowest score wins, this
    is 0, not par: the row would change when par becomes known, after the round has closed."""
    return 0 if ending.deal.game.lowest_wins else max(ending.scale.best, ending.score)
