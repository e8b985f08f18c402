"""A name that the site gave to a player is stored in the site's language, and read in the reader's."""

import json
import re
from html import unescape

import pytest
from django.conf import settings as site
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.translation import override

from competitions.contests.bot_deals import STRENGTHS
from competitions.embargo.visibility import viewpoint
from competitions.endings import ending_sentences
from competitions.endings.ending import ending_of_attempt
from competitions.models import Log, Member, Notice, NoticeType, Player
from competitions.moderation.close_player import close_guest
from competitions.outbound.notices.notice_mails import ask_for_mails, mail_due
from competitions.people.given_names import GIVEN_NAMES, given_in, shown_name
from competitions.people.names import player_name
from competitions.people.numbered_names import MOST
from competitions.people.register import register_guest
from competitions.translatable import in_sites_language
from tests.pseudo import PSEUDO, speaking_pseudo

from .accounts import ADDRESS, mails, text
from .playing import play
from .test_previews import said_of
from .visits import visited

pytestmark = pytest.mark.django_db

WORDS = {
    "en": {"guest": "Guest", "bot": "Beginner", "hidden": "player-", "closed": "deleted-"},
    "de": {"guest": "Gast", "bot": "Anfänger", "hidden": "spieler-", "closed": "gelöscht-"},
}
IN_TWO_LANGUAGES = pytest.mark.parametrize(("stored", "read"), [("en", "de"), ("de", "en")])

NAMES_OF_SCENE = {
    "Olga Owner": "Guest",
    "Ray Rival": "Guest 2",
    "Another 0.": "Regular 3",
    "Another 1.": "Beginner 1",
    "Another 2.": "Expert 7 2",
    "Another 3.": "player-7q2k",
    "Another 4.": "deleted-7q2k",
}
NOT_READ = re.compile(r'(?s)<script.*?</script>|<code.*?</code>| data-given-names=".*?"')
AS_STORED = re.compile("Guest|Regular|Beginner|Expert|player-7|deleted-7")


@pytest.fixture
def site_speaks(settings):
    """Let the site's own language be this one."""

    def speak(language):
        settings.LANGUAGE_CODE = language
        given_in.cache_clear()

    yield speak
    given_in.cache_clear()


@IN_TWO_LANGUAGES
def test_no_other_name_is_recognised(site_speaks, stored, read):
    site_speaks(stored)
    here, there = WORDS[stored], WORDS[read]
    given = ["{guest}", "{guest} 2", "{bot} 3", "{bot} 3 2", "{hidden}7q2k", "{hidden}7q2k 2"]
    chosen = ["Ann", "{bot}", "{guest}s", "A {guest}", "{guest} 02", "{guest} 2 3", "{hidden}all of it"]
    with override(read):
        assert [shown_name(name.format(**here)) for name in given] == [name.format(**there) for name in given]
        assert shown_name("deleted-7q2k 2") == "{closed}7q2k 2".format(**there)
        for name in chosen:
            assert shown_name(name.format(**here)) == name.format(**here)
    with override(stored):
        assert [shown_name(name.format(**here)) for name in given] == [name.format(**here) for name in given]


def test_every_word_leaves_room_for_what_follows_it():
    for language, _name in site.LANGUAGES:
        for each in GIVEN_NAMES:
            with override(language):
                word = str(each.shown)
                longest = f"{word}7q2k {MOST - 1}" if word.endswith("-") else f"{word} 7 {MOST - 1}"
                assert player_name(longest).name == longest


@IN_TWO_LANGUAGES
def test_whoever_begins_without_a_name_is_called_in_the_language_of_each_reader(
    stranger, contest, site_speaks, stored, read
):
    site_speaks(stored)
    stranger.post(f"/c/{contest().pk}/join", {"unnamed": "1"}, headers={"Accept-Language": read})
    guest = Player.objects.get(pk=stranger.session["_auth_user_id"])
    assert (guest.name, guest.unnamed, guest.language) == (WORDS[stored]["guest"], True, read)
    for language in (read, stored):
        Player.objects.update(language=language)
        page = text(stranger.get("/me"))
        assert f'<h1><bdi lang="">{WORDS[language]["guest"]}</bdi></h1>' in page
        assert f'value="{WORDS[language]["guest"]}"' in page
        stranger.post("/me", {"name": WORDS[language]["guest"]})
        assert Player.objects.get(pk=guest.pk).name == guest.name, "it was sent as it was shown"


def test_a_contest_and_a_circle_are_called_as_their_makers_called_them(contest, rival, mine, site_speaks):
    site_speaks("en")
    event = contest("wish", name="Beginner 1")
    Player.objects.filter(pk=rival.pk).update(language="de")
    for type, facts in (
        (NoticeType.OPENS, {}),
        (NoticeType.CIRCLE, {"circle": {"id": "x", "name": "Expert 2"}}),
    ):
        about = None if facts else event
        Notice.objects.create(
            player=rival, type=type, competition=about, facts=facts, at=timezone.now(), key=type
        )
    page = text(mine.get("/notices"))
    assert "Beginner 1" in page
    assert "Expert 2" in page
    texts = [each["text"] for each in mine.get("/api/v1/notices").json()["results"]]
    assert (
        sorted("Beginner 1" in each for each in texts)
        == sorted("Expert 2" in each for each in texts)
        == [False, True]
    )


@IN_TWO_LANGUAGES
def test_a_board_a_notice_a_mail_and_a_preview_say_names_to_each_reader(
    contest, rival, mine, site_speaks, stored, read
):
    site_speaks(stored)
    now = timezone.now()
    bot = f"{in_sites_language(STRENGTHS[0].called)} 3"
    guests = [register_guest(name=None, bot=False, now=now) for _ in range(2)]
    competition = contest("wish")
    logs = [play(competition, each, []) for each in (*guests, register_guest(name=bot, bot=True, now=now))]
    closed = register_guest(name="Cleo", bot=False, now=now)
    logs.append(play(competition, closed, []))
    close_guest(player=closed, now=now)
    code = Player.objects.get(pk=closed.pk).name.removeprefix("deleted-")

    def names(language):
        said = WORDS[language]
        return [said["guest"], f"{said['guest']} 2", f"{said['bot']} 3"]

    api, reader = Client(), {"Accept-Language": read}
    rows = api.get(f"/api/v1/competitions/{competition.pk}/standings", headers=reader).json()["results"]
    as_stored = [*names(stored), f"deleted-{code}"]
    assert sorted(row["player"]["name"] for row in rows) == sorted(as_stored)

    as_read = [*names(read), f"{WORDS[read]['closed']}{code}"]
    board = text(api.get(f"/c/{competition.pk}", headers=reader))
    assert set(as_read) <= set(re.findall(r'<bdi lang="">(.*?)</bdi>', board))
    given = dict(json.loads(unescape(re.search(r'data-given-names="(.*?)"', board)[1])))
    for name, shown in zip(as_stored, as_read, strict=True):
        found = [re.sub(f"^{pattern}$", rf"{word}\1", name) for pattern, word in given.items()]
        assert {*found} - {name} == {shown} - {name}
    own = text(api.get(f"/c/{competition.pk}", headers={"Accept-Language": stored}))
    assert set(names(stored)) <= set(re.findall(r'<bdi lang="">(.*?)</bdi>', own))
    assert ("data-given-names" in own) == (stored != "en"), "closed players are stored in English"

    logs = [Log.objects.get(pk=log.pk) for log in logs]
    for log, name in zip(logs, as_read, strict=True):
        title = said_of(Client(headers=reader), f"/results/{log.pk}")["og:title"]
        assert name in title
        ending = ending_of_attempt(log.attempt, viewpoint(competition, None, timezone.now()))
        with override(read):
            assert f" {name} " in ending_sentences.scale_in_words(ending.scale)
            assert f" {name} " in ending_sentences.shared(ending)

    Player.objects.filter(pk=rival.pk).update(language=read)
    rival.emailaddress_set.create(email=ADDRESS, verified=True, primary=True)
    ask_for_mails(player=rival, site="https://evendeal.example")
    for log in logs:
        told_of = {"competition": competition, "entry": log.entry, "key": log.pk}
        Notice.objects.create(player=rival, type=NoticeType.OVERTAKEN, at=now, mail_at=now, **told_of)
    page, socket = text(mine.get("/notices")), mine.get("/api/v1/notices", headers=reader)
    mail_due(now)
    mail = mails()[-1].body
    for name in as_read:
        assert f'<bdi lang="">{name}</bdi>' in page
        assert f"{name} " in mail
        assert any(each["text"].startswith(f"{name} ") for each in socket.json()["results"])
    data = [each["data"]["player"]["name"] for each in socket.json()["results"]]
    assert sorted(data) == sorted(as_stored)


@pytest.mark.extra
@pytest.mark.usefixtures("unlimited")
def test_no_page_says_such_a_name_as_it_is_stored(tmp_path, request):
    with speaking_pseudo(tmp_path), override_settings(LANGUAGE_CODE="en"):
        scene, found = request.getfixturevalue("scene"), {}
        for before, name in NAMES_OF_SCENE.items():
            given = player_name(name)
            columns = {"name": given.name, "look": given.look, "shape": given.shape}
            Player.objects.filter(name=before).update(**columns, language=PSEUDO)
            Member.objects.filter(name=before).update(**columns)
        owner, rival = (request.getfixturevalue(name) for name in ("owner", "rival"))
        browsers = [request.getfixturevalue("browser_of")(each) for each in (owner, rival)]
        for browser in (Client(headers={"Accept-Language": PSEUDO}), *browsers):
            with transaction.atomic():
                for visit, answer in visited(browser, scene):
                    page = NOT_READ.sub("", text(answer)) if is_for_people(visit, answer) else ""
                    for name in AS_STORED.finditer(page):
                        found.setdefault(visit.path, page[max(0, name.start() - 90) : name.end() + 20])
                transaction.set_rollback(True)  # what one has sent is gone before the next one looks
        assert not found


def is_for_people(visit, answer):
    # guides for programs tell names as they are stored
    is_page = answer.headers.get("Content-Type", "").startswith("text/html")
    return is_page and not visit.path.startswith("/guides")
