"""Webhooks at the desk: added, looked at, sent again and removed, without a script."""

import re

import pytest
from django.utils import timezone

from competitions.models import Delivery, Hook

from ..playing import enter
from ..reading import says
from .visiting import asked, page_of, path_of, refused, words_of

pytestmark = pytest.mark.django_db

ADDED = {"url": "https://hooks.example/a", "events": ["result", "act"]}


def add(desk, competition):
    return desk.post(path_of(competition, "webhooks"), ADDED)


@pytest.fixture
def competition(contest):
    return contest()


@pytest.fixture
def hook(desk, competition):
    assert add(desk, competition).status_code == 200
    return Hook.objects.get()


def deliver(hook, number, **given):
    return Delivery.objects.create(
        hook=hook, number=number, type="result", body="{}", at=timezone.now(), **{"attempts": 1, **given}
    )


def test_one_that_is_added_shows_its_secret_once(desk, competition):
    page = words_of(add(desk, competition))
    (secret,) = re.findall(r"whsec_[\w+/=]+", page)
    says(page, "This page shows the secret only once.", "Gets these events: a result, what an organiser did.")
    says(asked(desk, competition, "webhooks"), "https://hooks.example/a", lacks=[secret])
    assert "Webhooks (1)" in page_of(desk, competition)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"url": ""}, "Please give an address."),
        ({"url": "http://hooks.example/"}, "Must begin with https://."),
        ({"events": []}, "Please choose at least one."),
        ({"events": ["everything"]}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_beside_it(desk, competition, form, said):
    page = refused(desk, competition, "webhooks", status=422, **{**ADDED, **form})
    assert said in page
    assert not Hook.objects.exists()


@pytest.mark.extra
def test_there_is_no_room_for_a_sixth(desk, competition):
    for _ in range(5):
        page = words_of(add(desk, competition))
    assert "as many webhooks as a contest may have" in page
    assert add(desk, competition).status_code == 409


def test_one_that_is_stopped_says_what_to_do_and_goes_on(desk, competition, hook):
    deliver(hook, 1, status_code=204, accepted_at=timezone.now())
    stuck = deliver(hook, 2, status_code=500, answer="<b>Out of order</b>", attempts=18)
    Hook.objects.update(stopped_at=timezone.now(), failures=18)
    assert "A webhook has stopped" in page_of(desk, competition)
    answer = desk.get(path_of(competition, "webhooks"))
    page = words_of(answer)
    assert "send the newest delivery again: it stands first in the list" in page
    says(page, "A result: not accepted", "sent 18 times")
    assert b'<q lang="" dir="auto">&lt;b&gt;Out of order' in answer.content
    (first, *_) = re.findall(r'action="([^"]+/again)"', answer.content.decode())
    assert stuck.pk in first
    done = desk.post(first, follow=True)
    assert "We are sending it again." in words_of(done)
    assert Hook.objects.get().stopped_at is None
    assert "A webhook has stopped" not in page_of(desk, competition)


def test_one_that_is_being_tried_again_says_when(desk, competition, hook):
    deliver(hook, 1, failure={"code": "broken_off", "facts": {}})
    Hook.objects.update(failures=1, next_try_at=timezone.now())
    page = asked(desk, competition, "webhooks")
    says(page, "being tried again", "The connection was refused or broken off.")


def test_a_test_is_sent_by_a_button_and_says_what_came_of_it(desk, competition, hook):
    page = desk.get(path_of(competition, "webhooks"))
    (action,) = re.findall(r'action="([^"]+/ping)"', page.content.decode())
    says(words_of(desk.post(action, follow=True)), "We are sending a test.", "A test: not accepted yet")
    Delivery.objects.update(again=False, attempts=1, status_code=204)
    assert "A test: accepted" in asked(desk, competition, "webhooks")
    Delivery.objects.update(status_code=500)
    assert "A test: not accepted" in asked(desk, competition, "webhooks")
    assert desk.get(action).status_code == 405


def test_removing_asks_once(desk, competition, hook):
    path = path_of(competition, "webhooks", hook.pk, "remove")
    assert "Nothing more is sent to https://hooks.example/a." in words_of(desk.get(path))
    assert Hook.objects.exists()
    assert "The webhook is removed." in words_of(desk.post(path, follow=True))
    assert not Hook.objects.exists()
    page = page_of(desk, competition)
    assert "Olga Owner added a webhook to hooks.example." in page
    assert "Olga Owner removed the webhook to hooks.example." in page
    assert desk.get(path).status_code == 404


def test_nobody_else_comes_there(rival, mine, stranger, desk, competition, hook, contest):
    enter(competition, rival)
    delivery = deliver(hook, 1, accepted_at=timezone.now())
    paths = [
        path_of(competition, "webhooks"),
        path_of(competition, "webhooks", hook.pk, "remove"),
        path_of(competition, "webhooks", hook.pk, "ping"),
        path_of(competition, "webhooks", hook.pk, delivery.pk, "again"),
    ]
    for each in (stranger, mine):
        for path in paths:
            assert each.post(path).status_code == 404
    other = contest()
    for path in paths[1:]:
        assert desk.post(path.replace(competition.pk, other.pk)).status_code == 404
    assert Hook.objects.exists()
