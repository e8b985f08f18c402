"""What people see when a page cannot be shown."""

import re
from functools import partial

import pytest
from allauth.account import forms as account
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import PasswordInput
from django.template import loader
from django.test import Client, RequestFactory
from django.urls import path
from prometheus_client import REGISTRY

from competitions.metrics import NO_ROUTE
from competitions.models import Player
from frontend import urls as pages
from frontend.accounts import forms as own
from frontend.errors import error_pages
from frontend.requests.stale_forms import SECRET

from .reading import read, refused, says

pytestmark = pytest.mark.django_db


def fail(error):
    def view(request):
        raise error

    return view


urlpatterns = [
    *pages.urlpatterns,
    *(
        path(f"{room}{name}", fail(error))
        for room in ("", "api/v1/")
        for name, error in (
            ("suspicious", SuspiciousOperation()),
            ("denied", PermissionDenied()),
            ("broken", RuntimeError("a secret")),
        )
    ),
]
handler400, handler403 = error_pages.bad_request, error_pages.forbidden
handler404, handler500 = error_pages.not_found, error_pages.server_error

CASES = [
    ("suspicious", 400, "bad_json"),
    ("denied", 403, "forbidden"),
    ("nothing", 404, "not_found"),
    ("broken", 500, "server_error"),
]


@pytest.mark.parametrize(("name", "status", "code"), CASES)
def test_people_get_a_friendly_page_and_clients_of_the_api_a_problem(settings, name, status, code):
    settings.ROOT_URLCONF = __name__
    browser = Client(raise_request_exception=False)
    labels = {"route": NO_ROUTE if status == 404 else f"api/v1/{name}", "code": code}
    counted = partial(REGISTRY.get_sample_value, "evendeal_problems_total", labels)
    before = counted() or 0
    shown, told = browser.get(f"/{name}"), browser.get(f"/api/v1/{name}")
    assert counted() == before + 1
    assert shown.status_code == told.status_code == status
    assert '<main id="main"' in shown.content.decode()
    assert ">Home<" in shown.content.decode()
    assert told.headers["Content-Type"] == "application/problem+json"
    assert (told.json()["status"], told.json()["code"]) == (status, code)
    assert b"a secret" not in shown.content + told.content


NOWHERE = "/c/2222222222222222"


@pytest.mark.parametrize(
    "path",
    [
        *("/games/poker", "/practice/poker", "/guides/none", "/@Nobody", "/c/", "/c/nothing", "/c/%00"),
        *(NOWHERE + more for more in ("", "/join", "/room", "/rounds/1", "/rounds/1/deal")),
        *(f"{NOWHERE}/rounds/{number}" for number in ("0", "01", "x", "-1", "100", "1.0")),
        *(f"/results/{id}" for id in ("nothing", 16 * "A", 400 * "x", "a-b", "%00", "222222222222222%0a")),
        *(f"/verify?log={id}" for id in ("nothing", "", 16 * "a", "%00", "'", 5000 * "x")),
        *("/beat/poker/summer", "/beat/pyramid/summer?draw=two", "/beat/pyramid/no+spaces", "/beat/pyramid/"),
        f"/beat/pyramid/{65 * 'x'}",
        "/previews/poker.png",
    ],
)
def test_what_is_not_there_is_not_found(stranger, path):
    assert stranger.get(path, follow=True).status_code == 404, "also at the address that is meant"
    if not path.startswith("/verify"):
        assert stranger.post(path, {"name": "Ada"}).status_code in (404, 405)
    assert not Player.objects.exists()


def test_an_error_page_that_cannot_be_drawn_is_answered_in_a_sentence(monkeypatch):
    def broken(*args):
        raise RuntimeError

    monkeypatch.setattr(loader, "render_to_string", broken)
    answer = error_pages.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "This is our fault" in answer.content.decode()


def test_a_file_that_was_removed_since_the_start_is_not_found(stranger, settings, tmp_path):
    settings.WHITENOISE_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path, False
    file = tmp_path / "file.txt"
    file.write_text("here")
    assert b"".join(stranger.get("/file.txt").streaming_content) == b"here"
    file.unlink()
    assert ">Home<" in read(stranger, "/file.txt", 404)


@pytest.mark.parametrize("charset", ["idna", "rot13", "undefined", "punycode", "utf-16"])
def test_a_form_is_utf_8_whatever_it_says(stranger, charset):
    part = 'Content-Disposition: form-data; name="name"\r\n\r\nZoë\r\n'
    body = f"--x\r\n{part}--x--\r\n".encode()
    answer = stranger.generic("POST", "/new", body, f"multipart/form-data; boundary=x; charset={charset}")
    assert answer.status_code == 422
    assert 'value="Zoë"' in answer.content.decode()


def test_a_part_of_a_form_that_nobody_can_read_is_refused(stranger):
    body = b"--x\r\nContent-Disposition: form-data; name*=a; name*0=b\r\n\r\nZ\r\n--x--\r\n"
    for address in ("/new", "/api/v1/guests"):
        answer = stranger.generic("POST", address, body, "multipart/form-data; boundary=x")
        assert 400 <= answer.status_code < 500, address


def test_a_forged_host_is_refused_in_a_page(stranger):
    assert stranger.get("/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/games", "GET, HEAD"),
        ("DELETE", "/practice/wish", "GET, HEAD"),
        ("PUT", "/", "GET, HEAD"),
        ("PUT", "/new", "GET, HEAD, POST"),
        ("POST", "/c/2222222222222222/room", "GET, HEAD"),
        ("POST", "/c/2222222222222222/rounds/1", "GET, HEAD"),
        ("POST", "/results/2222222222222222", "GET, HEAD"),
    ],
)
def test_a_page_asked_for_in_the_wrong_way_says_so(stranger, method, path, allowed):
    answer = stranger.generic(method, path)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == allowed
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert ">Home<" in answer.content.decode()


def test_clients_of_the_api_and_of_files_get_no_page_for_a_wrong_method(stranger):
    assert stranger.delete("/api/v1/games").json()["code"] == "method_not_allowed"
    icon = stranger.post("/static/frontend/favicon.svg")
    assert icon.status_code == 405
    assert b"".join(icon.streaming_content) == b""


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("guests", "/new"),
        ("guests", "/beat/wish/pub"),
        ("guests", "/c/2222222222222222/join"),
        ("attempts", "/c/2222222222222222/rounds/1/deal"),
        ("tokens", "/c/2222222222222222/token"),
        ("passes", "/continue"),
    ],
)
@pytest.mark.usefixtures("moment")
def test_forms_that_come_faster_than_people_send_them_are_refused(client, settings, scope, path):
    settings.LIMITS = {**settings.LIMITS, scope: {"player": 2, "address": 2}}
    statuses = [client.post(path).status_code for _ in range(3)]
    assert 429 not in statuses[:2]
    answer = client.post(path)
    assert (statuses[2], answer.status_code) == (429, 429)
    assert int(answer.headers["Retry-After"]) >= 1
    assert "Too fast" in answer.content.decode()
    assert client.get(path).status_code != 429


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("competitions", "/new"),
        ("competitions", "/beat/wish/pub"),
        ("entries", "/c/2222222222222222/join"),
        ("tokens", "/c/2222222222222222/token"),
        ("competitions", "/c/2222222222222222/desk/close"),
    ],
)
@pytest.mark.usefixtures("moment")
def test_forms_of_a_player_count_by_player(mine, settings, scope, path):
    settings.LIMITS = {**settings.LIMITS, scope: {"player": 2, "address": 99}, "guests": {"address": 0.1}}
    statuses = [mine.post(path).status_code for _ in range(3)]
    assert 429 not in statuses[:2]
    assert statuses[2] == 429


OURS = {"Origin": "http://testserver"}


def hidden_in(page):
    """The hidden fields of a page's own forms. The form of languages stands at the end of every page."""
    page, _, _ = page.partition("<footer")
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page))


def test_one_press_sends_a_form_that_joining_in_another_tab_made_old(contest):
    browser, (first, second) = Client(enforce_csrf_checks=True), (contest(), contest())
    forms = {
        each.pk: hidden_in(read(browser, f"/c/{each.pk}"))["csrfmiddlewaretoken"] for each in (first, second)
    }
    for each, status in ((first, 302), (second, 403)):
        sent = {"name": "Ada <b>", "csrfmiddlewaretoken": forms[each.pk]}
        page = {"Referer": f"http://testserver/c/{each.pk}"}
        answer = browser.post(f"/c/{each.pk}/join?then=%2Fc", sent, headers=OURS | page)
        assert answer.status_code == status
    shown = answer.content.decode()
    assert f'action="/c/{second.pk}/join?then=%2Fc"' in shown
    says(shown, "You play as", f'href="http://testserver/c/{second.pk}"')
    fields = hidden_in(shown)
    assert fields.keys() == {"csrfmiddlewaretoken", "name"}
    assert fields["name"] == "Ada &lt;b&gt;"
    assert not second.entries.exists()
    assert browser.post(f"/c/{second.pk}/join?then=%2Fc", fields, headers=OURS).status_code == 302
    assert second.entries.get().player == first.entries.get().player


@pytest.mark.parametrize("headers", [{}, {"Origin": "null"}, {"Origin": "https://elsewhere.example"}])
def test_a_form_of_another_site_is_not_sent_by_one_press(headers):
    browser = Client(enforce_csrf_checks=True, headers=headers)
    says(refused(browser, "/me", status=403, name="Mallory"), lacks=["Mallory", "Send it again"])


@pytest.mark.parametrize(
    "sent", [{"login": "ada@example.org", "password": "three of clubs"}, {"code": "three of clubs"}]
)
def test_a_secret_is_never_shown_again(sent):
    page = {"Referer": "http://testserver/sign-in"}
    shown = refused(Client(enforce_csrf_checks=True, headers=OURS | page), "/sign-in", sent, status=403)
    link = '<a class="button primary" href="http://testserver/sign-in">Open it again</a>'
    says(shown, link, lacks=["three of clubs", "Send it again"])


def test_what_was_in_a_file_is_never_shown_again():
    sent = {"game": "wish", "log": SimpleUploadedFile("game.json", b"three of clubs")}
    shown = Client(enforce_csrf_checks=True).post("/verify", sent, headers=OURS).content.decode()
    assert "three of clubs" not in shown
    assert hidden_in(shown).keys() == {"csrfmiddlewaretoken", "game"}


def test_every_password_is_a_secret():
    made = [each for kind in (account, own) for each in vars(kind).values() if isinstance(each, type)]
    declared = {
        name: field
        for form in made
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, PasswordInput)
    }
    assert {"password", "password1", "oldpassword"} <= declared.keys()
    assert all(SECRET.search(name) for name in declared)
