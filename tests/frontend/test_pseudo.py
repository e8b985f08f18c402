"""Everything that people read or hear is a message: in a language of accents alone, no letter is plain.

Plain are names, what players write, code, and what is for programs.
"""

import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Final

import pytest
from allauth.account.adapter import get_adapter
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from competitions.endings.ending import ending_of_practice
from competitions.endings.ending_sentences import judged
from competitions.models import Deal, Measure, Notice, NoticeType, Report, Sign
from competitions.moderation import measures
from competitions.moderation.reports_to_staff import name_of_player, report_to_staff, result_of
from competitions.outbound.notices.notice_mails import ask_for_mails, mail_due
from competitions.outbound.notices.notice_words import SAID, SAID_OF_A_DRAFT, SAID_OF_A_DUEL
from competitions.refusals import Refusal
from competitions.translatable import with_facts
from competitions.web.problems import NOTHING_HERE
from config.server.cheap_refusals import busy, misdirected, too_long_answer
from frontend.errors.error_pages import BROKEN
from frontend.guides.guide import FOR_PROGRAMS
from frontend.requests.stale_forms import StaleForm
from tests.moderation.staffing import browser_of_staff, pages_of_desk
from tests.pseudo import MIRRORED, PSEUDO, accented, speaking_pseudo

from .accounts import ADDRESS, mails
from .conftest import duel
from .plain_words import english_in_page, plain_words, plain_words_of_text, said_in_its_language
from .playing import enter, play
from .visits import visited

pytestmark = pytest.mark.django_db

TEMPLATES: Final = Path(__file__).parents[2] / "frontend" / "templates"

NAMES: Final = (
    *("Evendeal", "API", "UTC", "English", "Olga Owner", "Ray Rival", r"Another \d\.?", "Friday evening"),
    *("Sunday club", "Anna", "Ben", "Cleo", "Dan", "My bot", "Stella Staff", "Mild", r"Be kind\."),
)
"""Proper names, and those of the scene."""

OF_PEOPLE: Final = re.compile("|".join(NAMES[NAMES.index("Olga Owner") :]))

SENT: Final = ("x@example.org", "x", r"'pair 1 1'", "(TOTAL|INITIAL)_FORMS")
"""What a visit sends that no person would, and reads again in the answer."""

OF_MACHINES: Final = (r"https?://\S+", r"testserver/\S*", "[2-9a-z]{16}")

OF_GUIDES: Final = [re.escape(str(text)) for guide in FOR_PROGRAMS for text in (guide.title, guide.about)]

ALLOWED: Final = re.compile(rf"(?<!\w)(?:{'|'.join((*OF_GUIDES, *NAMES, *SENT, *OF_MACHINES))})(?!\w)")


@pytest.fixture(autouse=True, scope="module")
def site_in_accents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with speaking_pseudo(tmp_path_factory.mktemp("accents")):
        yield


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Play</p>", ["Play"]),
        (f"<p>{accented('Play')}<code>play</code> <bdi>Ann</bdi> <b dir=auto>Tea</b> Evendeal</p>", []),
        ("<script>go()</script><a title='Home' href='/home'></a>", ["Home"]),
        ("<meta name=description content=Cards><meta name=robots content=noindex>", ["Cards"]),
        (
            "<meta property=og:title content=A><meta property=og:image:alt content=B>"
            "<meta property=og:type content=website>",
            ["A", "B"],
        ),
        ("<kbd>Home</kbd>", ["Home"]),
        ("<input placeholder=Name value=Ann><input type=submit value=Send>", ["Name", "Send"]),
        (f"<p>{accented('Play')[:-1]}</p>", ["a cut message"]),
        (f"<p>{accented('Play')[:-1]} x</p>".replace("x", accented("on")[1:]), []),
    ],
)
def test_plain_words_are_found(page, found):
    assert list(plain_words(page, ALLOWED)) == found


def test_english_texts_are_found_in_german_pages():
    page = "<p>Your cards are waiting</p><b title='Deal the cards'>Karten</b><p>3 games are left</p>"
    assert sorted(english_in_page(page)) == ["Deal the cards", "Your cards are waiting"]
    assert not english_in_page("<p>Karten geben</p><p>3 Karten übrig</p><p>Wish for tea</p>")


@pytest.mark.extra
def test_every_page_answers_asks_for_what_is_there_is_kept_by_no_cache_and_has_no_plain_word(
    stranger, desk, mine, scene, asked_in_vain
):
    found: dict[str, str] = {}
    named: dict[str, str] = {}
    browsers = {"a stranger": stranger, "Ray": mine, "Olga": desk}
    for name, browser in browsers.items():
        cache.clear()  # as minutes later: so often no address may be given
        with transaction.atomic():
            for visit, answer in visited(browser, scene):
                page = answer.content.decode()
                assert answer.status_code in (200, 302, 404, 409, 422), visit
                assert asked_in_vain == [], visit
                if "badge" not in visit.path:
                    assert scene["code"] not in page, visit
                assert answer.headers["Cache-Control"] == "private, no-store", visit
                if answer.headers.get("Content-Type", "").startswith("text/html"):
                    for text in plain_words(page, ALLOWED):
                        found.setdefault(text, f"{name} at {visit}")
                    for text in said_in_its_language(page, OF_PEOPLE):
                        named.setdefault(text, f"{name} at {visit}")
            transaction.set_rollback(True)  # what one has sent is gone before the next one looks
    assert not found
    assert not named


def test_the_first_pages_have_no_plain_word(stranger, contest):
    for path in ("/", f"/c/{contest().pk}", "/games/wish", "/nowhere"):
        assert not list(plain_words(stranger.get(path).content.decode(), ALLOWED)), path


def test_no_page_of_an_error_has_a_plain_word():
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    facts = {"shared_link": None, "refusal": Refusal("banned", ""), "why": "", "seconds": 5}
    forms = {"none": None, "shown": StaleForm("/", [], "/"), "secret": StaleForm("/", None, "/")}
    pages = {
        f"{file.name}, {name}": render_to_string(f"errors/{file.name}", {**facts, "form": form}, request)
        for file in (TEMPLATES / "errors").iterdir()
        for name, form in (forms if file.name == "stale_form.html" else {"": None}).items()
    }
    assert len(pages) > 12
    said = too_long_answer("/", HTTPStatus.REQUEST_URI_TOO_LONG, NOTHING_HERE, accepts="")
    for refusal in (said, busy("/", accepts=""), misdirected("/", accepts="")):
        pages[f"{refusal.status}"] = refusal.body.decode()
    pages["in one sentence"] = f"<p>{BROKEN}</p>"
    assert not {words: name for name, page in pages.items() for words in plain_words(page, ALLOWED)}


def test_the_mirrored_language_is_written_from_right_to_left(stranger):
    for language, direction in ((PSEUDO, ""), (MIRRORED, ' dir="rtl"')):
        page = stranger.get("/", headers={"Accept-Language": language}).content.decode()
        assert f'<html lang="{language}"{direction} data-' in page


def test_a_verdict_says_what_is_left_wherever_the_number_stands():
    ending = ending_of_practice(Deal(game_slug="wish", rules={}, seed="pub"), [], timezone.now())
    assert accented("{cards} cards left").format(cards=32) in judged(ending)


def test_the_staffs_desk_has_no_plain_word(contest, player, owner, rival, asked_in_vain):
    staff, now = player("Stella Staff"), timezone.now()
    browser = browser_of_staff(staff)
    attempt = play(contest("wish"), rival, []).attempt
    for reported in (result_of(attempt), name_of_player(rival), name_of_player(staff)):
        what = {"reporter": owner, "reported": reported, "ground": "other"}
        report = report_to_staff(**what, text="Be kind.", now=now)
    for kind in Sign.Kind:
        Sign.objects.create(attempt=attempt, kind=kind, round=attempt.round, other=attempt, at=now)
    warned = measures.warn(player=rival, staff=staff, reason="Be kind.", now=now)
    measures.reply(measure=warned, player=rival, text="Mild", now=now)
    table, measure = "/staff/competitions/report/", f"/staff/competitions/player/{rival.pk}/measure"
    pages = {path: browser.get(path) for path in pages_of_desk()}
    pages["search"] = browser.get("/staff/competitions/player/?q=Ray+Rival")
    pages["filter"] = browser.get(f"{table}?settled_at=no&ground__exact=other")
    pages["about a report"] = browser.get(f"{measure}?report={report.pk}")
    for name, kind in (("refused", "rename"), ("taken", "suspend")):
        form = {"kind": kind, "reason": "Be kind.", "days": "3", "name": ""}
        pages[name] = browser.post(measure, form, follow=True)
    for name, settled in (("settled", list(Report.objects.all())), ("settled none", [])):
        form = {"action": "settle_them", "_selected_action": [each.pk for each in settled]}
        pages[name] = browser.post(table, form, follow=True)
    assert Measure.objects.count() == 2
    asked_in_vain.clear()  # Django's own templates do
    texts = {name: page.content.decode() for name, page in pages.items() if "jsi18n" not in name}
    assert all('action="/language"' in text for text in texts.values())
    assert not {words: name for name, text in texts.items() for words in plain_words(text, ALLOWED)}
    lists = {"search", "filter", *(f"/staff/competitions/{each}/" for each in ("measure", "player", "sign"))}
    assert not [(name, text) for name in lists for text in said_in_its_language(texts[name], OF_PEOPLE)]


FACTS: Final = {
    **dict.fromkeys(("code", "to_email", "from_email", "deleted_email", "ip", "user_agent"), "1"),
    "site": "https://evendeal.example/",
    "password_reset_url": "https://evendeal.example/forgotten",
}


def test_no_mail_has_a_plain_word():
    prefixes = {
        "/".join(file.parts[-3:]).removesuffix("_subject.txt")
        for file in TEMPLATES.glob("*/email/*_subject.txt")
    }
    assert len(prefixes) > 8
    for prefix in prefixes:
        facts = {**FACTS, "timestamp": timezone.now()}
        mail = get_adapter().render_mail(prefix, ADDRESS, facts)
        assert not plain_words_of_text(f"{mail.subject}\n{mail.body}", ALLOWED), prefix


def test_no_notice_has_a_plain_word(contest, mine, rival, owner):
    rival.emailaddress_set.create(email=ADDRESS, verified=True, primary=True)
    ask_for_mails(player=rival, site="https://evendeal.example")
    other = enter(contest(), owner)
    for about in (contest(), duel(owner, rival), contest(draft=True)):
        now = timezone.now()
        for type in NoticeType:
            notice = {"player": rival, "type": type, "key": about.pk, "facts": {"circle": {"name": "1"}}}
            Notice.objects.create(**notice, at=now, mail_at=now, competition=about, entry=other)
        assert not list(plain_words(mine.get("/notices").content.decode(), ALLOWED))
        Notice.objects.update(read=False)
        mail_due(now)
        sent = mails()[-1]
        assert not plain_words_of_text(f"{sent.subject}\n{sent.body}", ALLOWED)
    for text in (*SAID.values(), *SAID_OF_A_DUEL.values(), *SAID_OF_A_DRAFT.values()):
        facts = dict.fromkeys(("name", "other", "reason", "called", "circle"), "1")
        assert not plain_words_of_text(str(with_facts(text, **facts, round=1)), ALLOWED)
