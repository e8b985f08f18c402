"""Tags and filters that several templates use."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from django import template
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.template.context import Context
from django.template.loader import select_template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext
from django_vite.templatetags.django_vite import vite_asset, vite_asset_url

from competitions.dates import written_date
from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Competition, Player
from competitions.outbound.notices.inbox import NoticeCount, count_notices
from competitions.people.given_names import names_to_translate, shown_name
from competitions.people.lookup import who_is
from competitions.standings.standings import Row, two_decimals
from competitions.translatable import about_game, of_game
from competitions.web.browser_language import is_choice

from ..forms.fields import form_number
from ..guides import guide
from ..home.next_steps import NextStep
from ..join.press import Press
from ..scoreboard import columns
from ..wording import browsers, moves, pictures, sentences, words
from ..wording.lists import joined_html, listed_html, name_apart
from ..wording.scripts import build_in

register = template.Library()


for said in (
    about_game,
    of_game,
    browsers.browser_in_words,
    moves.named_piles,
    words.options_in_words,
    words.order_in_words,
    words.aim,
    words.ordinal,
    words.joined,
    words.lasts,
    words.lasts_in_short,
    words.listed,
    words.how_it_ended,
    words.clock,
    words.took,
    words.roughly,
    words.seconds_in_words,
    sentences.in_short,
    sentences.how_scored,
    sentences.how_ties_break,
    sentences.when_shown,
    sentences.how_rated,
    sentences.how_often,
    sentences.band_in_words,
    sentences.par_in_words,
    sentences.count_in_words,
    columns.in_column,
    columns.amount_in_words,
    pictures.guide_picture,
):
    register.filter(said)

register.filter("who", who_is)
register.filter(shown_name)
register.filter(written_date, expects_localtime=True)


@register.filter
def moment(when: datetime) -> SafeString:
    """A time, marked as UTC; a script rewrites it in the viewer's zone."""
    return _local(when, mark_safe("data-local"))


@register.filter
def soon(when: datetime) -> SafeString:
    """A time in the near future, marked as UTC; a script rewrites it in the viewer's zone, like "tomorrow,
    01:00" or "Thursday, 19:00"."""
    return _local(when, mark_safe("data-soon"))


def _local(when: datetime, mark: SafeString) -> SafeString:
    utc = when.astimezone(UTC)
    text = f"{written_date(utc, 'short_date_time')} UTC"
    at = f"{utc:%Y-%m-%dT%H:%M:%SZ}"
    return format_html('<time datetime="{}" {}>{}</time>', at, mark, text)


@register.filter
def countdown(when: datetime, now: datetime) -> SafeString:
    """An element in which a script counts down to a time; `now` is the server's time."""
    return format_html(
        '<span class="countdown" data-until="{}" data-now="{}" hidden></span>',
        when.isoformat(),
        now.isoformat(),
    )


@register.filter
def in_time(step: NextStep) -> SafeString:
    """What the player can do next, and how much time is left for it, or until the round opens."""
    if step.until is None:
        return conditional_escape(step.words)
    if step.state == "opening":
        return format_html(gettext("{step} {time}"), step=step.words, time=_time_left(step))
    return format_html(gettext("{step}, {time}"), step=step.words, time=_time_left(step))


def _time_left(step: NextStep) -> SafeString:
    """The time left for a step, or until its round opens; a script keeps the time up to date."""
    assert step.until is not None
    opening = step.state == "opening"
    in_words = words.opening_in_words if opening else words.left_in_words
    return format_html(
        '<span data-until="{}" data-now="{}" data-words="{}">{}</span>',
        step.until.isoformat(),
        step.now.isoformat(),
        "opening" if opening else "left",
        in_words(step.until - step.now),
    )


@register.simple_tag
def asset(path: str) -> SafeString:
    """The tags that load a script of the pages, in the page's language, with the styles that it needs."""
    return SafeString(vite_asset(path, app=build_in(get_language())))


@register.simple_tag
def asset_url(path: str) -> str:
    """The address of a script of the pages, in the page's language, or of another file that is built."""
    return str(vite_asset_url(path, app=build_in(get_language())))


@register.simple_tag
def given_names_for_scripts() -> SafeString:
    """An HTML attribute with which scripts translate the names that the site gives to players: scripts get
    these names as they are stored. Empty if the reader's language is the one in which they are stored."""
    names = names_to_translate()
    if not names:
        return SafeString()
    return format_html(' data-given-names="{}"', json.dumps(names, ensure_ascii=False))


@register.simple_tag(takes_context=True)
def languages(context: Context) -> Sequence[tuple[str, str]]:
    """The languages that a reader may choose, each with its own name. Empty if the site has only one
    language, or if the page has no address to which the choice could lead back.
    """
    return settings.LANGUAGES if is_choice() and "request" in context else ()


@register.simple_tag(takes_context=True)
def notices_of_viewer(context: Context) -> NoticeCount:
    """The number of notices of the page's viewer; one query."""
    return count_notices(context["user"])


@register.filter
def preferences(user: Player) -> str:
    """The player's preferences for the card table, as JSON for scripts; `null` if the player has stored
    none."""
    return json.dumps(user.chosen and asdict(user.preferences))


@register.filter
def unvouched(linked: SafeString) -> SafeString:
    """A text by a player, with each link (made by `urlize`) marked as not recommended by us."""
    # A player cannot forge this attribute: what they typed has been escaped already.
    return mark_safe(linked.replace(' rel="nofollow"', ' rel="nofollow noopener ugc"'))


register.simple_tag(form_number)


@register.simple_tag
def layout(slug: str) -> str:
    """A small drawing of a game's opening position."""
    drawings = (f"games/layouts/{slug}.svg", "games/layouts/any.svg")
    drawing: str = select_template(drawings).render()
    return drawing


@register.filter
def state_in_words(state: str) -> str:
    return str(words.STATES.get(state, state))


@register.filter
def way(value: str, option: str) -> str:
    return words.way_in_words(option, value)


@register.simple_tag
def place(row: Row | None, state: str, after: int | None = None) -> str:
    """The place of a row in words; empty without a rank or without others.

    `state` is the state of the row's round or competition. `after` is the number of the newest round if other
    rounds are still to begin, otherwise None.
    """
    if row is None or row["rank"] is None:
        return ""
    so_far = state in ("open", "running")
    return words.place_in_words(row["rank"], tied=row["tied"], total=row["among"], so_far=so_far, after=after)


@register.filter
def first_names(rows: Sequence[Row], most: int) -> SafeString:
    """The names of the players in these rows, like "A, B and C". If there are more than `most` rows, only the
    names in the first `most`, like "A, B, C", to which the template adds the rest."""
    names = [name_apart(row["player"]["name"]) for row in rows[:most]]
    return listed_html(names) if len(rows) > most else joined_html(names)


@register.filter
def strong_names(rows: Sequence[Row], more: bool) -> SafeString:
    """The names of the players in these rows, each emphasised. With `more`, the list has no "and" before the
    last name, so that the template can add the rest.
    """
    names = [format_html("<strong>{}</strong>", name_apart(row["player"]["name"])) for row in rows]
    return listed_html(names) if more else joined_html(names)


@register.filter
def contest_name(competition: Competition) -> SafeString:
    """The name of a competition, in a `<bdi>` element: a name in a right-to-left script does not change the
    order of the words around it. If an organiser wrote all or a part of the name, the
    element also says that its language is unknown."""
    name = '<bdi lang="">{}</bdi>' if competition.has_words_in_title else "<bdi>{}</bdi>"
    return format_html(name, competition.title)


@register.filter
def minus(number: int) -> str:
    """A whole number with a real minus sign."""
    return columns.written_number(number)


@register.filter
def with_sign(change: int) -> str:
    """The change of a rating with its sign, or "no change".

    >>> with_sign(12), with_sign(0)
    ('+12', 'no change')
    """
    return (
        gettext("no change")
        if change == 0
        else f"{'+' if change > 0 else ''}{columns.written_number(change)}"
    )


@register.filter
def par_of(seen: Viewpoint, number: int) -> str:
    """The par of the round with this number, if the viewer may know it; else empty."""
    par = seen.par(seen.competition.rounds_in_order[number - 1])
    return "" if par is None else columns.written_number(par.score)


@register.filter
def points(worth: Fraction) -> str:
    """Points, with at most two decimals, as the reader's language writes them.

    >>> points(Fraction(43, 2)), points(Fraction(25)), points(Fraction(50, 3))
    ('21.5', '25', '16.67')
    """
    return number_format(f"{two_decimals(worth):.2f}".rstrip("0").rstrip("."))


@register.filter
def counted(number: Fraction) -> int:
    """The number that chooses the plural form. For a fraction, it is 2, because every language of the site
    uses the form of 2 for fractions.
    """
    return int(number) if number.denominator == 1 else 2


register.simple_tag(columns.score_ranges)


@register.filter
def outcome_in_words(attempt: Attempt, said: str) -> SafeString:
    """How an ended attempt ended, its score, moves and time; `said` is its score in words, or empty."""
    assert attempt.score is not None
    facts = {
        "ending": words.how_it_ended(attempt),
        "said": said,
        "score": columns.written_number(attempt.score),
        "moves": attempt.moves_made,
        "time": words.took(attempt),
    }
    if said and facts["time"]:
        sentence = ngettext(
            "{ending}: {said}; score <strong>{score}</strong>, after {moves} move in {time}.",
            "{ending}: {said}; score <strong>{score}</strong>, after {moves} moves in {time}.",
            attempt.moves_made,
        )
    elif said:
        sentence = ngettext(
            "{ending}: {said}; score <strong>{score}</strong>, after {moves} move.",
            "{ending}: {said}; score <strong>{score}</strong>, after {moves} moves.",
            attempt.moves_made,
        )
    elif facts["time"]:
        sentence = ngettext(
            "{ending}, score <strong>{score}</strong>, after {moves} move in {time}.",
            "{ending}, score <strong>{score}</strong>, after {moves} moves in {time}.",
            attempt.moves_made,
        )
    else:
        sentence = ngettext(
            "{ending}, score <strong>{score}</strong>, after {moves} move.",
            "{ending}, score <strong>{score}</strong>, after {moves} moves.",
            attempt.moves_made,
        )
    return format_html(sentence, **facts)


@register.simple_tag
def score_level(cell: Mapping[str, Any] | None, ranges: Sequence[tuple[int, int] | None], index: int) -> str:
    """The CSS class of a cell, by how good its score is. `index` is the index of the cell's round."""
    return columns.level(None if cell is None else cell["score"], ranges[index])


@register.filter
def deciding(row: Row, of: columns.Columns) -> list[str]:
    """The values of the tie-breaks in words, up to the one that separated the row from its neighbours. Empty
    if no tie-break decided."""
    if row["decided_by"] is None:
        return []
    last = of.tie_breaks.index(row["decided_by"]) + 1
    told = zip(of.tie_breaks[:last], row["tie_break"], strict=False)
    return [columns.tie_break_in_words(name, value, row["played"]) for name, value in told]


@register.filter
def under(press: Press, name: str) -> SafeString:
    return press.under(name)


@register.filter
def code(name: str, site: str) -> SafeString:
    """A code example of a guide, with a button that copies it. `site` is the address of this site."""
    return format_html('<pre data-copy tabindex="0"><code>{}</code></pre>', guide.code(name, site))


@register.simple_tag(takes_context=True)
def sign_in_address(context: Context) -> str:
    """The address of the page that signs in and then returns to this one.

    On that page itself, the address returns to where the page returns, so that it never grows. The page of a
    server error has no request, so the address names no page to return to.
    """
    request, sign_in = context.get("request"), reverse("account_login")
    if request is None:
        return sign_in
    back = request.GET.get(REDIRECT_FIELD_NAME) if request.path == sign_in else request.get_full_path()
    return reverse("account_login", query={REDIRECT_FIELD_NAME: back} if back else None)
