"""The bell of every page, the list of notices, and asking for mails of them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Notice, NoticeMails
from competitions.outbound.notices.notify import notify

from .accounts import text
from .reading import read, said, says, words

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def bell_of(page) -> str:
    """The bell, from its first tag to its last."""
    return re.search(r'<p class="bell".*?</p>', page.content.decode())[0]


def tell(player, contest, *, number=1):
    """That results are final, so many times."""
    notify(
        [
            Notice(
                player=player, type="certified", key=f"{n}", competition=contest, at=NOW - timedelta(hours=1)
            )
            for n in range(number)
        ]
    )


def test_the_bell_says_how_many_are_new_and_is_for_players_alone(stranger, mine, rival, contest):
    assert 'class="bell"' not in read(stranger, "/games")
    assert bell_of(mine.get("/games")).startswith('<p class="bell" hidden')
    tell(rival, contest(), number=2)
    bell = bell_of(mine.get("/games"))
    assert not bell.startswith('<p class="bell" hidden')
    assert '<span class="count"><span data-unread>2</span>' in bell
    mine.get("/notices")
    assert "data-unread>2<" in bell_of(mine.get("/games")), "a list that is looked at is not yet read"
    mine.post("/notices", {"before": NOW.isoformat()})
    assert '<span class="count" hidden>' in bell_of(mine.get("/games"))


def test_the_bell_takes_one_query_and_the_list_as_many_for_many_as_for_few(
    mine, rival, contest, django_assert_num_queries, django_assert_max_num_queries
):
    event = contest()
    tell(rival, event)
    with django_assert_num_queries(SESSION_AND_BELL):
        mine.get("/games")
    with django_assert_max_num_queries(SESSION_AND_BELL + 1) as few:
        mine.get("/notices")
    tell(rival, event, number=150)
    with django_assert_num_queries(SESSION_AND_BELL):
        mine.get("/games")
    with django_assert_num_queries(len(few.captured_queries)):
        mine.get("/notices")


SESSION_AND_BELL = 3
"""Queries for the session and its player, and for the bell."""


def test_the_list_marks_what_is_new_in_words_and_is_read_by_one_press(mine, rival, contest):
    event = contest(name="Tom & Ann's <b>evening</b>")
    tell(rival, event)
    page = read(mine, "/notices")
    results = "The results of Tom &amp; Ann&#x27;s &lt;b&gt;evening&lt;/b&gt; are final."
    says(words(page), "1 of these is new.", f"New: {results}")
    says(page, f'href="/c/{event.pk}"')
    [before] = re.findall(r'name="before" value="([^"]+)"', page)
    Notice.objects.create(player=rival, type="certified", key="later", competition=event, at=NOW)
    after = words(text(mine.post("/notices", {"before": before}, follow=True)))
    assert "1 of these is new." in after, "what came meanwhile was not seen"
    mine.post("/notices", {"before": NOW.isoformat()})
    says(said(mine, "/notices"), "You have read all your notices.", lacks=["New:"])


@pytest.mark.parametrize("before", ["", "x", "2026-11-21T12:00:00", "9999-12-31T23:59:59-23:59"])
def test_a_moment_that_the_list_does_not_have_reads_nothing(mine, rival, contest, before):
    tell(rival, contest())
    assert "1 of these is new." in words(text(mine.post("/notices", {"before": before}, follow=True)))


def test_who_has_none_is_told_what_they_are(stranger, mine):
    for browser in (stranger, mine):
        assert "You have no notices yet." in said(browser, "/notices")
    assert "You have no notices yet." in words(text(stranger.post("/notices", {"before": NOW.isoformat()})))


def test_mails_are_for_who_has_a_confirmed_address_and_asks_on_their_page(mine, rival, monkeypatch):
    mine.post("/me/notices")
    assert not NoticeMails.objects.exists()
    assert "add an e-mail address" in said(mine, "/me")
    rival.emailaddress_set.create(email="ray@example.org", verified=True, primary=True)
    assert not NoticeMails.objects.exists(), "nobody is mailed who has not asked"
    with monkeypatch.context() as short:
        short.setattr("competitions.outbound.notices.notice_mails.LONGEST_SITE", 9)
        assert "too long for a link" in words(text(mine.post("/me/notices", follow=True)))
    assert "From now on we mail you your notices" in words(text(mine.post("/me/notices", follow=True)))
    assert NoticeMails.objects.get().site == "http://testserver"
    assert "We no longer mail you your notices." in words(
        text(mine.post("/me/notices", {"stop": "1"}, follow=True))
    )
    assert not NoticeMails.objects.exists()
