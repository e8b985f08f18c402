"""An organiser's message to one player, and what the player can do about it."""

from datetime import timedelta

import pytest

from competitions.contests import message
from competitions.models import Act, Entry, Notice, Report
from tests.jobs.work import do_all_due

from ..playing import enter
from .visiting import acts_on, asked, did, page_of, refused, words_of

pytestmark = pytest.mark.django_db

TEXT = "Your phone waits at the bar. <b>Come</b> when you can."


@pytest.fixture
def competition(contest):
    return contest("wish", play="sealed")


@pytest.fixture
def act(competition, rival):
    return ("players", enter(competition, rival).pk, "message")


def test_a_player_is_told_the_organisers_words_and_can_report_them(
    desk, competition, act, rival, browser_of, mine, stranger, player
):
    do_all_due()  # from now on notices are written
    assert "Ray Rival gets a notice with your words" in asked(desk, competition, *act)
    for _ in range(2):  # the button is pressed twice
        assert "The message is sent." in did(desk, competition, *act, text=TEXT, number="0" * 32)
    written = "Olga Owner wrote to Ray Rival. Your phone waits at the bar. &lt;b&gt;Come"
    assert page_of(desk, competition).count(written) == 1
    do_all_due()
    inbox = words_of(mine.get("/notices"))
    assert f"The organiser of {competition.name} writes: Your phone waits at the bar." in inbox
    notice = Notice.objects.get(player=rival)
    report = f"/report/message/{notice.pk}"
    assert report in mine.get("/notices").content.decode()
    for other in (stranger, desk, browser_of(player("Sue"))):
        assert other.get(report).status_code == 404
    assert mine.post(report, {"ground": "offensive"}).status_code == 302
    made = Report.objects.get()
    assert (made.subject, made.said, made.player.name) == ("message", TEXT, "Olga Owner")
    assert not Act.objects.get(act="message").round


def test_messages_are_short_few_and_end_with_the_contest(
    desk, competition, act, owner, rival, monkeypatch, helper
):
    for text in ("", " ", "\u200b", "x" * 281):
        refused(desk, competition, *act, text=text, status=422)
    monkeypatch.setattr(message, "MOST_TO_ONE", 2)
    for _ in range(2):
        did(desk, competition, *act, text="x" * 280)
    assert "You have sent this player 2 messages" in refused(desk, competition, *act, text="x", status=422)
    did(helper(competition), competition, *act, text="Another organiser may.")
    monkeypatch.setattr(message, "MOST_TO_ONE", 9)
    monkeypatch.setattr(message, "MOST_IN_A_DAY", 3)
    assert "3 messages were sent here today" in refused(desk, competition, *act, text="x", status=422)
    Act.objects.update(at=competition.created_at - timedelta(days=2))
    did(desk, competition, *act, text="A day later.")
    own = enter(competition, owner)
    assert acts_on(desk, competition) & {"message"} == {"message"}
    refused(desk, competition, "players", own.pk, "message", text="To myself.", status=422)
    for end in ("close", "certify"):
        did(desk, competition, end)
    assert "message" not in acts_on(desk, competition)
    refused(desk, competition, *act, text="Too late.", status=409)
    assert Entry.objects.filter(competition=competition).count() == 2
