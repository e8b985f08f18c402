"""What services show of a link before anybody opens it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.contests.duels import make_duel
from frontend.wording.link_previews import PICTURES
from games import GAMES

from .playing import close, enter, play
from .reading import read
from .test_root import file_of, size_of

pytestmark = pytest.mark.django_db
NOINDEX = '<meta name="robots" content="noindex">'


def said_of(browser, path, status=200):
    """The words that go with the link of a page, by their names."""
    words = r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="(.*?)">'
    found = re.findall(words, read(browser, path, status))
    assert len(dict(found)) == len(found)
    return dict(found)


def test_every_link_that_may_be_shared_has_words_and_the_picture_of_its_game(stranger, contest, rival):
    busy, invited = contest(), contest(access="invite")
    log = play(busy, rival, [])
    game = busy.rounds.get().deal.game_slug
    for path, picture in (
        ("/", "site"),
        ("/games/well", "well"),
        ("/practice/wish?seed=axe", "wish"),
        (f"/c/{busy.pk}", game),
        (f"/c/{busy.pk}/room", game),
        (f"/c/{busy.pk}/rounds/1", game),
        (f"/c/{invited.pk}", game),
        (f"/results/{log.pk}", game),
    ):
        said = said_of(stranger, path)
        assert said["twitter:card"] == "summary_large_image"
        assert said["og:title"]
        assert said["og:url"] == "http://testserver" + path.partition("?")[0]
        assert said["og:image"] == f"http://testserver/previews/{picture}.png"
        assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")


@pytest.mark.parametrize("slug", ["site", *GAMES])
def test_every_game_has_a_picture(stranger, slug):
    drawn = file_of(stranger, f"/previews/{slug}.png", ("image/png",))
    assert size_of(drawn) == (1200, 630)
    assert [each.name for each in PICTURES.rglob("*.png") if each.read_bytes() == drawn] == [f"{slug}.png"]


@pytest.mark.parametrize(
    ("path", "slug"), [("/", "site"), ("/games/well", "well"), ("/practice/wish?seed=axe", "wish")]
)
def test_a_picture_is_in_the_language_of_the_page_if_it_was_drawn_in_it(stranger, settings, path, slug):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
    for language, picture in (("de", f"de/{slug}"), ("en", slug), ("fr", slug)):
        said = said_of(Client(headers={"Accept-Language": language}), path)
        assert said["og:image"] == f"http://testserver/previews/{picture}.png"
    assert size_of(file_of(stranger, f"/previews/de/{slug}.png", ("image/png",))) == (1200, 630)


def test_no_link_is_made_for_what_is_not_there(stranger):
    assert said_of(stranger, "/c/2222222222222222", 404) == {}


@pytest.mark.extra
def test_what_is_found_by_its_link_alone_is_listed_nowhere(stranger, contest, rival):
    for access in ("public", "unlisted", "invite"):
        competition = contest("wish", access=access)
        log = play(competition, rival, [])
        for path in (f"/c/{competition.pk}", f"/c/{competition.pk}/room", f"/c/{competition.pk}/rounds/1"):
            assert (NOINDEX in read(stranger, path)) == (access != "public"), path
        close(competition)
        for path in (
            f"/c/{competition.pk}/players/{log.entry_id}",
            f"/results/{log.pk}",
            f"/verify?log={log.pk}",
        ):
            page = stranger.get(path).content.decode()
            assert access == "invite" or (NOINDEX in page) == (access == "unlisted"), path
    for path, hidden in (("/practice/wish?seed=axe", True), ("/games/wish", False)):
        assert (NOINDEX in read(stranger, path)) == hidden


def test_a_scheduled_contest_says_when_it_opens(stranger, contest):
    competition = contest("wish", opens_at=timezone.now() + timedelta(days=1))
    said = said_of(stranger, f"/c/{competition.pk}")["og:description"]
    assert "One deal of Wish: fewest points win. Everyone gets the same cards. Opens " in said


def test_a_duel_says_who_challenges_whom_unless_it_is_for_one_player_alone(stranger, rival, owner):
    def title(**settings):
        duel = make_duel(game=GAMES["wish"], rules={}, player=rival, now=timezone.now(), **settings)
        return duel, said_of(stranger, f"/c/{duel.pk}")["og:title"]

    duel, told = title()
    assert told == "Ray Rival challenges you at Wish"
    enter(duel, owner)
    told = said_of(stranger, f"/c/{duel.pk}")["og:title"]
    assert told == f"Ray Rival plays {owner.name} at Wish"
    assert title(against=owner)[1] == "Duel: Wish"
