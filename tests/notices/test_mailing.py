"""Notices by e-mail: to who asked for it, gathered, and stopped by one press."""

import re

import pytest
from django.test import Client as Browser

from competitions.models import Notice, NoticeMails, Player
from competitions.outbound.notices import notice_mails
from competitions.outbound.notices.notice_mails import ask_for_mails, stop_word
from competitions.refusals import Refusal
from tests.languages import speak_german


@pytest.fixture
def tell(owner, told, clock):
    """The player is told something, by the owner's hand."""

    def tell(player):
        clock.forward(seconds=1)
        event = owner.create()
        entry = player.join(event).body["id"]
        owner.post(f"/competitions/{event['id']}/entries/{entry}/disqualify", {"reason": "Left"})
        return told(player)[-1]

    return tell


def test_nobody_is_mailed_who_did_not_ask(rival, tell, sent):
    Player.objects.get(pk=rival.player["id"]).emailaddress_set.create(email="r@example.org", verified=True)
    tell(rival)
    assert sent(10) == []


@pytest.mark.extra
def test_what_comes_within_minutes_is_one_mail_and_what_was_read_is_none(
    rival, stranger, mailed, tell, sent, clock
):
    mailed(rival)
    mailed(stranger, "sam@example.org")
    read = tell(stranger)
    first, second = tell(rival), tell(rival)
    stranger.post("/notices/read", {"before": read["at"]})
    assert sent(3) == []
    [one] = sent(3)
    assert (one.to, one.subject) == (["ray@example.org"], "2 notices on Evendeal")
    for notice in (first, second):
        assert f"{notice['text']}\nhttps://evendeal.example{notice['path']}" in one.body
    assert sent(10) == []
    tell(rival)
    assert [each.subject for each in sent(6)] == ["You are disqualified in Friday evening: Left"]


@pytest.mark.extra
def test_one_press_stops_them_without_a_cookie_and_no_look_does(rival, mailed, tell, sent):
    mailed(rival)
    tell(rival)
    [one] = sent(6)
    assert one.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(
        r"<https://evendeal\.example(/notices/stop/[\w-]+)>", one.extra_headers["List-Unsubscribe"]
    )[1]
    assert f"https://evendeal.example{link}" in one.body
    program = Browser(enforce_csrf_checks=True)
    for look in (program.get, program.head):
        assert look(link).status_code == 200
    assert NoticeMails.objects.exists()
    tell(rival)
    stopped = program.post(
        link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert stopped.status_code == 200
    assert "no more of these mails" in stopped.content.decode()
    assert not NoticeMails.objects.exists()
    assert sent(10) == []
    assert program.post(link).status_code == 200, "pressed twice"
    forged = stop_word(rival.player["id"])[:-1] + ("0" if link[-1] != "0" else "1")
    for word in (forged, rival.player["id"], "x"):
        assert program.post(f"/notices/stop/{word}").status_code == 404


def test_a_link_of_before_the_secret_was_changed_still_stops_them(rival, mailed, settings):
    mailed(rival)
    word = stop_word(rival.player["id"])
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 10
    Browser().post(f"/notices/stop/{word}")
    assert not NoticeMails.objects.exists()


def test_without_an_address_there_is_nothing_to_ask_for(rival, mailed, tell, sent):
    with pytest.raises(Refusal, match="confirm"):
        ask_for_mails(player=Player.objects.get(pk=rival.player["id"]), site="https://evendeal.example")
    mailed(rival)
    with pytest.raises(Refusal, match="invalid"):
        ask_for_mails(player=Player.objects.get(pk=rival.player["id"]), site=f"https://{'a' * 193}")
    Player.objects.get(pk=rival.player["id"]).emailaddress_set.update(verified=False)
    tell(rival)
    assert sent(10) == []
    assert not Notice.objects.exclude(mail_at=None).exists()


def test_what_comes_while_a_mail_is_written_is_in_the_next(rival, mailed, tell, sent, monkeypatch, clock):
    mailed(rival)
    tell(rival)
    player = Player.objects.get(pk=rival.player["id"])
    read = notice_mails.notices_of

    def read_as_another_comes(*args, **which):
        found = list(read(*args, **which).values_list("pk", flat=True))
        Notice.objects.create(
            player=player, type="webhook", key="late", competition=event, at=clock.now, mail_at=clock.now
        )
        return read(*args, **which).filter(pk__in=found)

    event = Notice.objects.get().competition
    monkeypatch.setattr(notice_mails, "notices_of", read_as_another_comes)
    [one] = sent(6)
    assert one.subject.startswith("You are disqualified")
    monkeypatch.undo()
    [late] = sent(6)
    assert late.subject.startswith("A webhook of Friday evening has stopped")


@pytest.mark.extra
def test_a_mail_that_cannot_be_written_stops_no_other(rival, stranger, mailed, tell, sent, monkeypatch):
    for player, address in ((rival, "ray@example.org"), (stranger, "sam@example.org")):
        mailed(player, address)
        tell(player)
    address_for = notice_mails.address_for

    def broken(player):
        assert player.pk != rival.player["id"]
        return address_for(player)

    monkeypatch.setattr(notice_mails, "address_for", broken)
    assert [one.to for one in sent(6)] == [["sam@example.org"]]
    monkeypatch.undo()
    assert sent(6) == []
    assert [one.to for one in sent(60)] == [["ray@example.org"]]


def test_each_player_is_mailed_in_their_own_language(rival, stranger, mailed, tell, sent, settings, tmp_path):
    """Whose language is no longer spoken is mailed in that of the site."""
    speak_german(
        settings,
        tmp_path,
        {
            "You are disqualified in %(name)s: %(reason)s": "Disqualifiziert in %(name)s: %(reason)s",
            str(notice_mails.HOW_TO_STOP): "Abbestellen:\n%(page)s",
        },
    )
    for player, address in ((rival, "r@example.org"), (stranger, "s@example.org")):
        mailed(player, address)
        tell(player)
    chosen = Player.objects.filter(pk=rival.player["id"])
    chosen.update(language="de")
    mails = {each.to[0]: f"{each.subject}\n{each.body}" for each in sent(6)}
    assert "Disqualifiziert in Friday evening: Left" in mails["r@example.org"]
    assert "Abbestellen:" in mails["r@example.org"]
    assert "You are disqualified in Friday evening: Left" in mails["s@example.org"]
    assert "You asked for these mails." in mails["s@example.org"]
    tell(rival)
    chosen.update(language="fr")
    assert [each.subject for each in sent(6)] == ["You are disqualified in Friday evening: Left"]
    tell(rival)
    settings.LANGUAGE_CODE = "de"
    assert [each.subject for each in sent(6)] == ["Disqualifiziert in Friday evening: Left"]
