"""A name that the site gave is read in the language of its reader; an organiser's own words stay."""

import re
from datetime import date
from html import unescape

import pytest
from django.test import override_settings
from django.utils import timezone
from django.utils.translation import override

from competitions.contests.challenge import challenge
from competitions.contests.change import change
from competitions.contests.dailies.calendar import dailies_of, make_dailies, today
from competitions.contests.series.template import name_on
from competitions.models import Competition, Notice, NoticeType, Player
from competitions.models.contest_names import ABOUT_BOTS, KINDS, OF_BOTS, name_columns
from competitions.outbound.notices.notice_mails import ask_for_mails, mail_due
from games import GAMES
from tests.pseudo import PSEUDO, accented, speaking_pseudo

from .accounts import ADDRESS, mails
from .conftest import duel
from .playing import play, play_sealed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, scope="module")
def english_site(tmp_path_factory):
    with speaking_pseudo(tmp_path_factory.mktemp("accents")), override_settings(LANGUAGE_CODE="en"):
        yield


@pytest.fixture
def named(contest, owner, rival):
    """A competition of each form of names, in which the rival has a result."""
    Player.objects.update(language=PSEUDO)
    now = timezone.now()
    make_dailies(now)
    made = {
        "daily": dailies_of(today(now))[0],
        "duel": duel(rival, owner),
        "challenge": challenge(game=GAMES["wish"], rules={}, seed="axe", player=owner, now=now)[0],
        OF_BOTS: contest(**name_columns(OF_BOTS, game="wish", number=3), about=str(ABOUT_BOTS)),
        "series": contest(**name_on("Tea <b>", date(2026, 11, 28))),
    }
    assert made.keys() == KINDS.keys()
    logs = [(play if each.play == "open" else play_sealed)(each, rival, []) for each in made.values()]
    return dict(zip(made.values(), logs, strict=True))


def _text(answer):
    assert answer.status_code == 200, answer
    return unescape(answer.content.decode())


def test_no_reader_meets_a_name_in_the_language_of_the_site(mine, rival, named):
    rival.emailaddress_set.create(email=ADDRESS, verified=True, primary=True)
    ask_for_mails(player=rival, site="https://evendeal.example")
    now = timezone.now()
    pages = ["/", "/contests/mine", "/notices", f"/players/{rival.pk}"]
    told = {}
    for each, log in named.items():
        Notice.objects.create(
            player=rival, type=NoticeType.CERTIFIED, key=each.pk, at=now, mail_at=now, competition=each
        )
        own = ["", "/rounds/1", "/room", "/sheet", "/embed", "/trail", f"/players/{log.entry_id}"]
        pages += [*(f"/c/{each.pk}{page}" for page in own), f"/results/{log.pk}", f"/results/{log.pk}/ending"]
        address = f"/api/v1/competitions/{each.pk}.ics"
        calendar = _text(mine.get(address, headers={"Accept-Language": PSEUDO}))
        told[address] = calendar.replace("\r\n ", "").replace("\\,", ",")
    told |= {page: _text(mine.get(page)) for page in pages}
    assert re.findall('<bdi lang="">(Tea .*),', mine.get("/notices").content.decode()) == ["Tea &lt;b&gt;"]
    mail_due(now)
    told["mail"] = mails()[-1].body
    names = {each.name for each in named} | {str(ABOUT_BOTS)}
    assert not [(name, where) for where, text in told.items() for name in names if name in text]
    with override(PSEUDO):
        titles = {f"/c/{each.pk}": str(each.title) for each in named}
    for page, title in titles.items():
        assert title in told[page]
        assert title in told[f"/api/v1/competitions/{page[3:]}.ics"]


def test_the_api_gives_a_name_as_it_is_stored(mine, named):
    for each in named:
        answer = mine.get(f"/api/v1/competitions/{each.pk}", headers={"Accept-Language": PSEUDO})
        assert answer.json()["name"] == each.name


def test_what_an_organiser_calls_a_contest_is_left_alone(desk, owner, named):
    own = next(each for each in named if each.kind == "challenge")
    address = f"/c/{own.pk}/desk/settings"
    page = _text(desk.get(address))
    with override(PSEUDO):
        shown = str(own.title)
    assert f'value="{shown}"' in page
    assert desk.post(address, {"name": shown, "about": "Have a go."}).status_code == 302
    own = Competition.objects.get(pk=own.pk)
    assert (own.about, own.name_facts) == ("Have a go.", {"kind": "challenge", "game": "wish"})
    Player.objects.update(language="en")
    assert desk.post(address, {"name": shown, "about": "Once more."}).status_code == 302
    own = Competition.objects.get(pk=own.pk)
    assert (own.about, own.name_facts) == ("Once more.", {"kind": "challenge", "game": "wish"})
    change(competition=own, organiser=owner, changes={"name": "Duel: Wish"}, now=timezone.now())
    assert '<h1><bdi lang="">Duel: Wish</bdi></h1>' in desk.get(f"/c/{own.pk}").content.decode()


def test_another_release_may_know_another_name():
    for facts in ({}, {"kind": "new"}, {"kind": "duel", "game": "new"}, {"kind": "daily", "game": "wish"}):
        stored = Competition(name="As stored", about="As written", name_facts=facts)
        assert (str(stored.title), str(stored.description)) == ("As stored", "As written")


def test_a_copy_says_so_in_the_language_of_whoever_makes_it(desk, named):
    weekly = next(each for each in named if each.name.startswith("Tea"))
    with override(PSEUDO):
        title = str(weekly.title)
    desk.post(f"/c/{weekly.pk}/desk/copy", {"key": "1"})
    copied = Competition.objects.latest("created_at")
    assert (copied.name, copied.name_facts) == (accented("%(name)s (copy)") % {"name": title}, None)
