"""Which language a page has, and how it is chosen."""

import json
import re
from datetime import timedelta
from http import HTTPStatus
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings as site
from django.utils import timezone
from django.utils.translation import gettext_lazy

from competitions.models import Player
from config.server.cheap_refusals import busy, crowded, malformed, misdirected, too_long_answer
from tests.languages import speak_german

from .reading import says

pytestmark = pytest.mark.django_db

ELSEWHERE = gettext_lazy("Another process of this site serves this address.")
TEMPLATES = Path(__file__).parents[2] / "frontend" / "templates"


@pytest.fixture(autouse=True)
def german(settings, tmp_path):
    """A site in English and German."""
    speak_german(settings, tmp_path)


def language_of(answer):
    """The language of a page: as it says, and of its words."""
    page = answer.content.decode()
    said = re.search(r'<html lang="([^"]*)"', page)[1]
    assert answer.headers["Content-Language"] == said
    assert (said == "de") == ("Zum Inhalt" in page)
    return said


def read(browser, path="/", *, header=None, cookie=None):
    if cookie is not None:
        browser.cookies[site.LANGUAGE_COOKIE_NAME] = cookie
    return browser.get(path, headers={} if header is None else {"Accept-Language": header})


@pytest.mark.parametrize(
    ("chosen", "cookie", "header", "shown"),
    [
        ("", None, None, "en"),
        ("", None, "de", "de"),
        ("", None, "de-CH", "de"),
        ("", None, "DE", "de"),
        ("", None, "fr, de;q=0.8, en;q=0.7", "de"),
        ("", None, "en;q=0.7, de;q=0.8", "de"),
        ("", None, "de;q=0.7, en;q=0.8", "en"),
        ("", None, "de;q=0, fr", "en"),
        ("", None, "fr", "en"),
        ("", None, "*", "en"),
        ("", None, "de;q=x", "en"),
        ("", None, f"{'x' * 600}, de", "en"),
        ("", "de", "en", "de"),
        ("", "en", "de", "en"),
        ("", "fr", "de", "de"),
        ("", "../de\x00", "de", "de"),
        ("de", "en", "en", "de"),
        ("en", "de", "de", "en"),
        ("fr", None, None, "en"),
        ("fr", "de", "en", "de"),
    ],
)
def test_a_page_has_the_language_of_its_reader(mine, rival, chosen, cookie, header, shown):
    Player.objects.filter(pk=rival.pk).update(language=chosen)
    assert language_of(read(mine, header=header, cookie=cookie)) == shown


def test_a_stranger_who_asks_for_no_language_reads_that_of_the_site(stranger, settings):
    settings.LANGUAGE_CODE = "de"
    assert [language_of(read(stranger, header=header)) for header in (None, "fr", "en")] == ["de", "de", "en"]


def test_no_language_stays_for_the_next_reader(stranger):
    for header in ("de", None, "de", "en"):
        assert language_of(read(stranger, header=header)) == (header or "en")
        assert language_of(read(stranger, "/nowhere", header=header)) == (header or "en")


def test_a_site_with_one_language_speaks_it_whatever_is_asked(stranger, settings):
    settings.LANGUAGES = [("en", "English")]
    page = read(stranger, header="de", cookie="de")
    assert language_of(page) == "en"
    assert "Accept-Language" not in page.headers["Vary"]


def test_a_cache_is_told_what_decides_about_the_language(stranger):
    varies = read(stranger).headers["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(varies.split(", "))
    for path in ("/games.zip", "/static/frontend/favicon.svg"):
        file = read(stranger, path, header="de")
        file.close()
        assert "Content-Language" not in file.headers, path
        assert "Accept-Language" not in file.headers.get("Vary", ""), path


def test_what_a_browser_keeps_follows_its_reader(stranger):
    workers = [read(stranger, "/sw.js", header=header) for header in ("en", "de", "en")]
    first, german, again = (worker.content.decode().partition(";\n")[0] for worker in workers)
    assert first == again
    build, other = (json.loads(text.removeprefix("const BUILD = ")) for text in (first, german))
    assert (build["language"], other["language"]) == ("en", "de")
    assert build["name"] != other["name"], "the browser takes it for another worker"
    assert "Accept-Language" in workers[0].headers["Vary"]


def test_the_board_on_another_site_has_the_language_that_its_address_names(stranger, contest):
    path = f"/c/{contest().pk}/embed"
    for query, header, language in (
        ("?language=de", "en", "de"),
        ("?language=en", "de", "en"),
        ("?language=fr", "de", "de"),
        ("", "de", "de"),
    ):
        board = read(stranger, path + query, header=header)
        assert board.headers["Content-Language"] == language
        assert f'<html lang="{language}"' in board.content.decode()


def test_the_site_is_installed_in_the_language_of_its_reader(mine, stranger, rival):
    Player.objects.filter(pk=rival.pk).update(language="de")
    page = read(mine, "/", header="en").content.decode()
    [address] = re.findall('<link rel="manifest" href="([^"]+)">', page)
    manifest = read(stranger, address, header="en")
    assert manifest.json()["lang"] == manifest.headers["Content-Language"] == "de"
    assert manifest.json()["shortcuts"][0]["name"] == "Jetzt spielen"
    assert read(stranger, "/manifest.webmanifest?language=xx", header="de").json()["lang"] == "en"


def test_what_people_write_is_in_no_known_language():
    for file in TEMPLATES.rglob("*.html"):
        source = file.read_text()
        assert "<bdi>{{" not in source, f"{file}: say that the language is unknown, or use `with_names`"
        assert not re.search(r"(competition|contest)\.name\b", source), f"{file}: use `contest_name`"


# The control


OURS = {"Origin": "http://testserver"}


def choose(browser, language="de", back="/contests?x=1", **headers):
    return browser.post("/language", {"language": language, "back": back}, headers=OURS | headers)


def test_a_stranger_chooses_on_a_page_and_comes_back_to_it(stranger):
    page = stranger.get("/contests?x=1")
    assert not page.cookies, "the form needs none"
    assert '<input type="hidden" name="back" value="/contests?x=1">' in page.content.decode()
    assert '<button name="language" value="de" lang="de">Deutsch</button>' in page.content.decode()
    assert choose(stranger).headers["Location"] == "/contests?x=1"
    cookie = stranger.cookies[site.LANGUAGE_COOKIE_NAME]
    assert (cookie["samesite"], cookie["httponly"], cookie["path"]) == ("Lax", True, "/")
    assert int(cookie["max-age"]) == site.LANGUAGE_COOKIE_AGE
    assert language_of(stranger.get("/contests")) == "de"
    choose(stranger, "en")
    assert language_of(read(stranger, header="de")) == "en"


def test_it_is_on_a_wall_too_and_on_pages_of_errors(stranger, contest):
    for path in (f"/c/{contest().pk}/room", "/nowhere"):
        assert f'name="back" value="{path}"' in stranger.get(path).content.decode()


def test_a_player_chooses_for_all_devices(mine, rival, browser_of):
    assert 'id="language"' in mine.get("/me").content.decode()
    answer = choose(mine, back="/me")
    assert (answer.headers["Location"], list(answer.cookies)) == ("/me", [])
    assert language_of(browser_of(rival).get("/me")) == "de"
    Player.objects.filter(pk=rival.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    choose(mine, "en")
    assert language_of(mine.get("/me")) == "en"


@pytest.mark.parametrize(
    ("language", "back", "headers", "status", "location"),
    [
        ("de", "https://other.example/", {}, 302, "/"),
        ("de", "//other.example/", {}, 302, "/"),
        ("de", "", {}, 302, "/"),
        ("de", "account_logout", {}, 302, "/"),
        ("de", "nowhere", {}, 302, "/"),
        ("fr", "/", {}, 400, None),
        ("", "/", {}, 400, None),
        ("de\x00", "/", {}, 400, None),
        ("de", "/", {"Origin": "https://other.example"}, 403, None),
        ("de", "/", {"Origin": "null"}, 403, None),
    ],
)
def test_nobody_else_chooses_and_nothing_else_is_chosen(
    mine, stranger, rival, language, back, headers, status, location
):
    for browser in (mine, stranger):
        answer = choose(browser, language, back, **headers)
        assert (answer.status_code, answer.headers.get("Location")) == (status, location)
    rival.refresh_from_db()
    assert (rival.language == "de") == (status == 302)


@pytest.mark.parametrize(
    ("header", "cookie", "kept"),
    [
        *(("de-AT", None, "de"), ("en", None, ""), ("fr", None, "")),
        *(("de", "en", "en"), ("en", "de", "de"), ("en", "fr", "")),
    ],
)
def test_a_guest_stays_with_the_language_in_which_they_came(stranger, contest, header, cookie, kept):
    form = {"name": "Nell New"}
    if cookie is not None:  # the site's own language, too, if it was chosen
        stranger.cookies[site.LANGUAGE_COOKIE_NAME] = cookie
    stranger.post(f"/c/{contest().pk}/join", form, headers={"Accept-Language": header})
    assert Player.objects.get(name="Nell New").language == kept


def test_where_there_is_one_language_there_is_nothing_to_choose(mine, settings):
    settings.LANGUAGES = [("en", "English")]
    for path in ("/", "/me"):
        says(mine.get(path).content.decode(), lacks=["/language", 'id="language"'])
    assert mine.get("/language").headers["Location"] == "/"


def test_what_is_refused_before_any_page_is_in_the_language_of_the_browser():
    for path, accepts in product(("/", "/api/v1/me"), ("de", "", "de-AT", "fr")):
        german = accepts.startswith("de")
        for refusal in (
            busy(path, accepts=accepts),
            misdirected(path, accepts=accepts),
            malformed(path, ELSEWHERE, accepts=accepts),
            too_long_answer(path, HTTPStatus.REQUEST_URI_TOO_LONG, ELSEWHERE, accepts=accepts),
            crowded(accepts=accepts),
        ):
            said = refusal.body.decode("unicode-escape" if path != "/" else "utf-8")
            assert (bool(re.search('lang="de"|Dienst|Adresse|Zu viele', said))) == german


@pytest.mark.parametrize(
    ("header", "cookie", "language"), [("de", None, "de"), ("en", "de", "de"), ("de", "en", "en")]
)
def test_what_is_refused_before_the_reader_is_known_is_in_the_language_of_the_browser(
    stranger, header, cookie, language
):
    if cookie:
        stranger.cookies[site.LANGUAGE_COOKIE_NAME] = cookie
    asked = {"Accept-Language": header}
    part = "--x\r\nContent-Disposition: form-data; name*=utf-8''a; name*0*=utf-8''b\r\n\r\n1\r\n--x--\r\n"
    for status, answer in (
        (400, stranger.get("/", headers={**asked, "Host": "elsewhere.example"})),
        (400, stranger.post("/new", part, content_type="multipart/form-data; boundary=x", headers=asked)),
        (413, stranger.post("/new", b"x" * 10**6, content_type="text/plain", headers=asked)),
    ):
        assert (answer.status_code, language_of(answer)) == (status, language)
