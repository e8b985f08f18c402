"""Why the walk need not ask everything of everybody: what it leaves out is answered in the same way."""

import ast
import inspect
import itertools
import re
import textwrap
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory
from django.utils import timezone
from rest_framework.test import force_authenticate

import frontend
from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Attempt, Competition, Player

from .routes import FORM, GARBAGE, ROUTES, views
from .stage import Stage, kind_of
from .walk import METHODS_OF_NO_VIEW, OTHER_METHODS

METHODS = ("GET", "HEAD", "POST", "OPTIONS", *OTHER_METHODS, *METHODS_OF_NO_VIEW)
VIEWS = dict(views())
API = {
    route: view for route, view in VIEWS.items() if route.startswith("api/") and hasattr(view, "view_class")
}
PAGES = {route: view for route, view in VIEWS.items() if route not in API}
OF_A_BODY = re.compile(
    r"request\.(?:body|read|FILES|content_type|content_params|readlines?)\b|[\"']CONTENT_TYPE"
)


def nothing_of(route: str) -> dict[str, str]:
    return dict.fromkeys(re.findall(r"<\w+:(\w+)>", route), "nothing")


def test_a_page_refuses_a_method_before_it_looks_at_anything_else():
    """At the path, the viewer or the body: a request with nothing but a method is refused like any other."""
    for route, view in PAGES.items():
        allowed = set(view(bare("BREW"), **nothing_of(route))["Allow"].split(", "))
        assert not allowed & set(OTHER_METHODS), "the walk tries none of these at a page"
        for method in set(METHODS) - allowed:
            assert view(bare(method), **nothing_of(route)).status_code == 405, (method, route)


def bare(method: str) -> SimpleNamespace:
    return SimpleNamespace(method=method, path="for the log alone", COOKIES={}, META={}, is_secure=bool)


@pytest.mark.extra
def test_the_api_refuses_a_method_without_asking_the_database_in_the_same_words_to_anybody():
    """No test without `db` can ask it."""
    for route, method in itertools.product(API, METHODS):
        if hasattr(API[route].view_class, {"HEAD": "get"}.get(method, method.lower())):
            continue
        answers = {
            refused(route, method, player, path) for player in (None, Player()) for path in ("/", "/x?y")
        }
        assert len(answers) == 1
        assert {status for status, _ in answers} == {404 if route == "api/v1/" else 405}


def refused(route: str, method: str, player: Player | None, path: str) -> tuple[int, bytes]:
    request = RequestFactory().generic(method, path)
    if player is not None:
        force_authenticate(request, player)
    answer = API[route](request, **nothing_of(route)).render()
    return answer.status_code, answer.content


def test_nothing_but_the_list_of_its_methods_makes_a_view_refuse_one():
    for folder in ("frontend", "competitions"):
        for module in Path(frontend.__file__).parents[1].joinpath(folder).rglob("*.py"):
            named = re.findall(r"\b(?:405|MethodNotAllowed|HttpResponseNotAllowed)\b", module.read_text())
            assert not named or module.name in WHO_NAMES_IT, module


WHO_NAMES_IT = {"error_pages.py", "middleware.py", "problems.py"}
"""Who dresses up the refusal that was made."""


def test_a_head_is_that_of_what_is_read_but_in_two_views():
    """Authentication takes HEAD for GET."""
    own_heads = {
        f"{module.parent.name}/{module.name}"
        for folder in ("frontend", "competitions")
        for module in Path(frontend.__file__).parents[1].joinpath(folder).rglob("*.py")
        if re.search(r"== .HEAD|def head\(self", module.read_text())
    }
    assert own_heads == {"views/standings.py", "views/logs.py", "api/authentication.py"}


@pytest.mark.parametrize(("body", "kind"), [(b"", FORM), (b"{}", "text/plain"), (b"[]", "application/json")])
def test_a_form_has_nothing_in_it_if_it_is_empty_or_of_another_type(body, kind):
    environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": kind, "CONTENT_LENGTH": len(body)}
    assert not WSGIRequest({**environ, "wsgi.input": BytesIO(body)}).POST
    assert (b"", FORM) in GARBAGE[FORM]


def test_pages_know_of_a_body_what_is_in_its_form_alone():
    for module in Path(frontend.__file__).parent.rglob("*.py"):
        assert not OF_A_BODY.findall(module.read_text()), module


@pytest.mark.django_db
def test_it_is_known_whether_a_body_was_read(send):
    assert send("POST", "/api/v1/guests", b"{", {"Content-Type": "application/json"}).was_read
    assert not send("POST", "/api/v1/competitions", b"{", {"Content-Type": "application/json"}).was_read


def test_what_is_for_organisers_asks_first_of_all_who_organises():
    for view in [VIEWS[route] for route, way in ROUTES.items() if way.for_organisers]:
        for function in answering(getattr(view, "view_class", view)):
            [tree] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
            first = next(each for each in tree.body if not is_docstring(each))
            calls = [ast.unparse(each) for each in ast.walk(first) if isinstance(each, ast.Call)]
            assert calls[-1] in ASKS or calls[-1].startswith("self.act_on(request, "), ast.unparse(tree)


def answering(view) -> list[Callable]:
    """What answers a request: the view, or each method of its class and what they leave it to."""
    if not inspect.isclass(view):
        return [inspect.unwrap(view)]
    methods = [getattr(view, name) for name in ("get", "post", "patch", "delete") if hasattr(view, name)]
    assert methods
    doing = [view.act_on] if hasattr(view, "act_on") else []
    return [*map(inspect.unwrap, methods), *doing]


ASKS = ("situation_or_404(request, competition_id)", "viewpoint_of_organiser(request, competition_id)")
"""The innermost call of the first line."""


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def hold_the_same_to_the_embargo(stage: Stage) -> None:
    """What the walk takes for the same has the same standing in this scene: viewers who have nothing to do
    with a contest, and attempts that are of one kind to a viewer.
    """
    now = timezone.now()
    for event in stage.events:
        competition = Competition.objects.with_rounds().get(pk=event.id)
        seen = {viewer: viewpoint(competition, viewer.player, now) for viewer in stage.viewers}
        first, *others = [
            replace(seen[viewer], viewer=None)
            for viewer in stage.viewers
            if viewer.player is not None and event.id not in viewer.organises | viewer.entered
        ]
        assert all(other == first for other in others)
        attempts = Attempt.objects.select_related("round__deal").in_bulk(
            play.attempt for play in stage.plays(event)
        )
        for viewer in stage.viewers:
            known = stage.kinds(viewer)
            kinds = defaultdict(set)
            for play in stage.plays(event):
                for name in filter(None, (play.attempt, play.log)):
                    kinds[kind_of(name, known)].add(standing(seen[viewer], attempts[play.attempt]))
            assert all(len(standings) == 1 for standings in kinds.values()), (viewer.name, kinds)


def standing(seen: Viewpoint, attempt: Attempt) -> tuple[bool, ...]:
    """Everything that the embargo says of an attempt."""
    asked = (seen.knows_of, seen.sees_attempt, seen.sees_played, seen.may_have_receipt)
    return tuple(may(attempt) for may in asked)
