"""Which language a page has, and how it is chosen."""

import re

import pytest
from django.conf import settings as site

from competitions.models import Player
from tests.languages import speak_german

pytestmark = pytest.mark.django_db


@pytest.fixture
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


@pytest.mark.usefixtures("german")
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


@pytest.mark.usefixtures("german")
def test_a_stranger_who_asks_for_no_language_reads_that_of_the_site(stranger, settings):
    settings.LANGUAGE_CODE = "de"
    assert [language_of(read(stranger, header=header)) for header in (None, "fr", "en")] == ["de", "de", "en"]


@pytest.mark.usefixtures("german")
def test_no_language_stays_for_the_next_reader(stranger):
    for header in ("de", None, "de", "en"):
        assert language_of(read(stranger, header=header)) == (header or "en")
        assert language_of(read(stranger, "/nowhere", header=header)) == (header or "en")


def test_a_site_with_one_language_speaks_it_whatever_is_asked(stranger):
    page = read(stranger, header="de", cookie="de")
    assert language_of(page) == "en"
    assert "Accept-Language" not in page.headers["Vary"]


@pytest.mark.usefixtures("german")
def test_a_cache_is_told_what_decides_about_the_language(stranger):
    varies = read(stranger).headers["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(varies.split(", "))
    for path in ("/sw.js", "/games.zip", "/static/frontend/favicon.svg"):
        file = read(stranger, path, header="de")
        file.close()
        assert "Content-Language" not in file.headers, path
        assert "Accept-Language" not in file.headers.get("Vary", ""), path
