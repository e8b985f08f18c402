"""The columns of a scoreboard, and how it writes numbers. The page's script gets the columns too."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from competitions.dates import written_date
from competitions.embargo.visibility import Viewpoint
from competitions.models import Competition, Ranking, Scores
from competitions.standings.rankings import RANKINGS
from competitions.standings.standings import Row

from ..wording.words import clock


@dataclass(frozen=True)
class Columns:
    total: str
    """The heading of the column of totals, with the unit."""
    amount: str
    """A total in a sentence, such as `{total} points`; empty for scores."""
    decimals: int
    points: str
    """The heading for the points of a round; empty if only its score counts."""
    rounds: bool
    """Whether each round has a column. A single round has none if its score is also the total."""
    tie_breaks: tuple[str, ...]
    par: str
    """If totals are relative to par: which scores win, `lowest` or `highest`. Otherwise empty."""

    @property
    def as_props(self) -> dict[str, Any]:
        return asdict(self)


def columns_of(competition: Competition) -> Columns:
    ranking = RANKINGS[competition.ranking]
    rounds = competition.rounds_in_order
    against_par = competition.ranking == Ranking.AGAINST_PAR
    return Columns(
        total=gettext(ranking.head) if len(rounds) > 1 or ranking.tells_worths else gettext("Score"),
        amount=ranking.amount and gettext(ranking.amount) % {"total": "{total}"},
        decimals=ranking.decimals,
        points=gettext(ranking.head) if ranking.tells_worths else "",
        rounds=len(rounds) > 1 or ranking.tells_worths,
        tie_breaks=competition.tie_breaks,
        par=rounds[0].deal.game.score_order if against_par else "",
    )


def score_ranges(rows: Iterable[Row], competition: Competition) -> list[tuple[int, int] | None]:
    """The best and the worst score in these rows, for each round; None for a round without scores."""
    rows = list(rows)
    ranges: list[tuple[int, int] | None] = []
    for index, round in enumerate(competition.rounds_in_order):
        cells = (row["rounds"][index] for row in rows)
        scores = [cell["score"] for cell in cells if cell is not None and cell["score"] is not None]
        ends = (min(scores), max(scores)) if scores else None
        ranges.append(ends if ends is None or round.deal.game.lowest_wins else ends[::-1])
    return ranges


def level(score: int | None, best_and_worst: tuple[int, int] | None) -> str:
    """How good a score is beside the others of its round: `best`, `good`, `weak`, or empty between them.

    The range from the best to the worst score is cut into thirds. The script does the same.

    >>> [level(score, (10, 40)) for score in (10, 20, 25, 30)], level(7, (7, 7))
    (['best', 'good', '', 'weak'], 'best')
    """
    if score is None or best_and_worst is None:
        return ""
    best, worst = best_and_worst
    if score == best:
        return "best"
    from_best = abs(score - best) * 3
    return "good" if from_best <= abs(worst - best) else "weak" if from_best >= 2 * abs(worst - best) else ""


def follows(seen: Viewpoint, columns: Columns) -> str:
    """How the scoreboard in the viewer's browser follows the messages to all watchers.

    `message`: a message has all that the scoreboard shows. `beside`: soon after a message, the browser reads
    what the message lacks. `instead`: after a message, the browser reads the standings as this viewer sees
    them, because they have scores that the message lacks.
    """
    competition = seen.competition
    if competition.standings == Scores.OWN and seen.entry is not None:
        return "instead"
    lacks = columns.rounds or columns.tie_breaks or competition.freeze_at is not None
    return "beside" if lacks or competition.standings != Scores.LIVE else "message"


def written_number(number: float, decimals: int = 0) -> str:
    """A number with its decimals, as the reader's language writes them, and a real minus sign.

    >>> written_number(66.67, 2), written_number(50.0, 2), written_number(7)
    ('66.67', '50.00', '7')
    """
    # Whole numbers are not formatted with `f`: a score in a pasted log may be too large for a float.
    text = number_format(f"{number:.{decimals}f}") if decimals else str(number)
    return text.replace("-", "\N{MINUS SIGN}")


def in_column(number: float, columns: Columns) -> str:
    """A total, or the points of a round, without its unit. Values relative to par have a sign."""
    sign = "+" if columns.par and number > 0 else ""
    return sign + written_number(number, columns.decimals)


def amount_in_words(number: float, columns: Columns) -> str:
    """A total in a sentence: `66.67 %`, `25.00 points`, `7` or `2 worse than par`."""
    if columns.par:
        return against_par_in_words(number, columns.par)
    written = written_number(number, columns.decimals)
    return columns.amount.format(total=written) if columns.amount else written


def tie_break_in_words(name: str, value: int | datetime, played: int) -> str:
    """The value of a deciding tie-break, for a player with `played` rounds. The script uses the same words.

    >>> tie_break_in_words("wins", 1, 2), tie_break_in_words("moves", 40, 1)
    ('1 won', '40 moves')
    >>> tie_break_in_words("moves", 40, 2), tie_break_in_words("time", 245_000, 3)
    ('40 moves in 2 rounds', '4:05 in 3 rounds')
    """
    if isinstance(value, datetime):
        utc = value.astimezone(UTC)
        return gettext("done %(when)s UTC") % {"when": written_date(utc, "short_day_second")}
    if name == "wins":
        return ngettext("%(count)s won", "%(count)s won", value) % {"count": value}
    if name == "moves":
        summed = ngettext("%(count)s move", "%(count)s moves", value) % {"count": value}
    else:
        summed = clock(value)
    if played < 2:
        return summed
    words = ngettext("%(summed)s in %(rounds)s round", "%(summed)s in %(rounds)s rounds", played)
    return words % {"summed": summed, "rounds": played}


def against_par_in_words(number: float, order: str) -> str:
    """A number of points relative to par in words; `order` says which scores win.

    >>> against_par_in_words(2, "lowest"), against_par_in_words(2, "highest")
    ('2 worse than par', '2 better than par')
    >>> against_par_in_words(0, "lowest")
    'level with par'
    """
    if number == 0:
        return gettext("level with par")
    better = (number < 0) == (order == "lowest")
    words = gettext("%(points)s better than par") if better else gettext("%(points)s worse than par")
    return words % {"points": written_number(abs(number))}
