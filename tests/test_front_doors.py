"""Libraries are asked by their front doors: what they do not document is on a list, and still there."""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from config.server.daphne import Server  # isort: skip  # first: it chooses Twisted's event loop

from tests.test_tree import ROOT, modules, parsed

PACKAGES = ("games", "solvers", "competitions", "frontend", "config", "evendeal")
"""Ours, whose classes are looked at."""

HEADING = "## Names that a library does not document"

MOST = 10

LIST = re.findall(
    r"^\| `([\w.]+)` \| `([\w/]+)` \|",
    (ROOT / "ARCHITECTURE.md").read_text().partition(HEADING)[2].partition("\n## ")[0],
    re.MULTILINE,
)
"""Each name with the module that uses it."""

MEMBERS = {
    "daphne.server.Server": """
        abort_start application_checker connections create_application endpoints handle_reply http_factory
        listen_error listen_success ping_timeout ready_callable run server_name signal_handlers
        timeout_checker websocket_handshake_timeout ws_factory
    """,
    "daphne.http_protocol.WebRequest": "basic_error handle_reply",
    "daphne.ws_protocol.WebSocketProtocol": "handle_reply onClose onConnect onMessage onOpen",
    "django.core.handlers.asgi.ASGIHandler": """
        create_request get_response load_middleware read_body send_response
    """,
    "django_tasks_db.management.commands.db_worker.Worker": "run run_task running",
}
"""What is used of the classes on the list, beside what those that they stand on document."""

DOCUMENTED = {
    "allauth.account.adapter": {"DefaultAccountAdapter"},
    "allauth.account.forms": {
        *("AddEmailForm", "ChangePasswordForm", "ConfirmEmailVerificationCodeForm"),
        *("ConfirmPasswordResetCodeForm", "LoginForm", "ReauthenticateForm", "ResetPasswordForm"),
        *("ResetPasswordKeyForm", "SetPasswordForm"),
    },
    "allauth.mfa.adapter": {"DefaultMFAAdapter"},
    "allauth.mfa.base.forms": {"AuthenticateForm"},
    "allauth.mfa.totp.forms": {"ActivateTOTPForm"},
    "allauth.mfa.webauthn.forms": {"AddWebAuthnForm", "AuthenticateWebAuthnForm"},
    "autobahn.twisted.websocket": {"WebSocketServerFactory"},
    "autobahn.websocket.protocol": {"WebSocketServerProtocol"},
    "channels.generic.websocket": {"AsyncWebsocketConsumer"},
    "django.apps.config": {"AppConfig"},
    "django.contrib.admin.filters": {"SimpleListFilter"},
    "django.contrib.admin.options": {"ModelAdmin"},
    "django.contrib.admin.sites": {"AdminSite"},
    "django.contrib.auth.base_user": {"AbstractBaseUser"},
    "django.contrib.sessions.backends.db": {"SessionStore"},
    "django.core.management.base": {"BaseCommand"},
    "django.core.management.commands.migrate": {"Command"},
    "django.db.models.base": {"Model"},
    "django.db.models.enums": {"TextChoices"},
    "django.db.models.fields": {"BinaryField", "CharField"},
    "django.db.models.query": {"QuerySet"},
    "django.forms.fields": {"CharField", "DateTimeField", "IntegerField"},
    "django.forms.forms": {"Form"},
    "django.forms.formsets": {"BaseFormSet"},
    "django.forms.widgets": {"HiddenInput"},
    "django.http.response": {"StreamingHttpResponse"},
    "django.middleware.gzip": {"GZipMiddleware"},
    "django.views.debug": {"SafeExceptionReporterFilter"},
    "drf_spectacular.openapi": {"AutoSchema"},
    "httpcore": {"NetworkBackend", "NetworkStream"},
    "prometheus_client.registry": {"Collector"},
    "rest_framework.authentication": {"BaseAuthentication", "SessionAuthentication"},
    "rest_framework.fields": {
        *("BooleanField", "CharField", "ChoiceField", "DateField", "DateTimeField", "DictField", "Field"),
        *("IntegerField", "ListField"),
    },
    "rest_framework.negotiation": {"BaseContentNegotiation"},
    "rest_framework.parsers": {"BaseParser"},
    "rest_framework.permissions": {"BasePermission"},
    "rest_framework.renderers": {"BaseRenderer"},
    "rest_framework.serializers": {"Serializer"},
    "rest_framework.throttling": {"BaseThrottle"},
    "rest_framework.views": {"APIView"},
    "twisted.web.http": {"HTTPChannel", "HTTPFactory"},
    "typer.core": {"TyperCommand", "TyperGroup"},
}
"""The classes of libraries that their documentation lets be extended."""

FOR_SPEED = ROOT / "tests" / "requests.py"
"""It patches Django's test client, which saves a seventh of the time of tests that send requests."""

OF_MODELS = {"_meta", "_state"}
"""Django documents both."""

OF_CONNECTIONS = {"close", "close_all", "cursor", "execute_wrapper", "settings_dict", "vendor"}
"""What Django documents of its connections to databases."""


@cache
def libraries() -> set[str]:
    """The packages that others wrote."""
    return {*packages_distributions()} - {*PACKAGES, *sys.stdlib_module_names}


def found(name: str) -> Any:
    """What has this name; raises AttributeError or ImportError."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            thing = getattr(thing, part)
        return thing
    raise ImportError(name)


@cache
def set_by(kind: type) -> set[str]:
    """What a class says of itself: `self.name`, wherever it stands."""
    return set(re.findall(r"\bself\.(\w+)", inspect.getsource(kind)))


@cache
def is_there(name: str) -> bool:
    """Whether a library still has this name; one of an object is looked for where its class sets it."""
    try:
        found(name)
    except ImportError:
        return False
    except AttributeError:
        owner, _, last = name.rpartition(".")
        try:
            kinds = found(owner).__mro__
        except (AttributeError, ImportError):
            return False
        return any(last in set_by(kind) for kind in kinds if kind.__module__ != "builtins")
    return True


def test_there_are_few_such_names() -> None:
    assert LIST
    assert len(LIST) <= MOST, f"{len(LIST)} names on the list: do without one"


@pytest.mark.parametrize(("name", "module"), LIST)
def test_a_name_on_the_list_is_still_there(name: str, module: str) -> None:
    names = [name, *(f"{name}.{member}" for member in MEMBERS.get(name, "").split())]
    gone = [each for each in names if not is_there(each)]
    if gone:
        pytest.fail(f"{' and '.join(gone)} went with this release: {module}.py stands on it.", pytrace=False)


@pytest.mark.parametrize(("name", "module"), LIST)
def test_a_name_on_the_list_is_used_in_one_place(name: str, module: str) -> None:
    owner, _, last = name.rpartition(".")
    using = {
        str(file.relative_to(ROOT).with_suffix(""))
        for room in ("competitions", "frontend", "config", "games", "solvers", "client")
        for file in modules(room)
        if last in file.read_text() and last in names_in(file, owner)
    }
    assert using == {module}


def names_in(file: Path, owner: str) -> Iterator[str]:
    """The names that a module imports from `owner`, or reads or defines as a member of something."""
    is_module = isinstance(sys.modules.get(owner), ModuleType)
    for node in ast.walk(parsed(file)):
        match node:
            case ast.ImportFrom(module=str(whence), names=names) if whence == owner:
                yield from (each.name for each in names)
            case ast.Attribute(value=ast.Name(id=alias), attr=attr) if owner.endswith(f".{alias}"):
                yield attr
            case ast.Attribute(attr=name) | ast.FunctionDef(name=name) if not is_module:
                yield name


# Whether there are others


@cache
def classes() -> list[tuple[type, type]]:
    """Our classes, each with the class of a library that it extends."""
    extending = []
    for package in map(importlib.import_module, PACKAGES):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not re.search(r"__main__|migrations|guides|config\.asgi", each.name):
                module = importlib.import_module(each.name)
                extending += [
                    (thing, base)
                    for thing in vars(module).values()
                    if isinstance(thing, type) and thing.__module__ == each.name
                    for base in thing.__bases__
                    if is_of_a_library(base.__module__)
                ]
    assert any(base is Server.__bases__[0] for _, base in extending)
    return extending


def is_of_a_library(module: str) -> bool:
    return module.split(".")[0] in libraries()


@cache
def written_in(file: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by name, as they are written."""
    return {node.name: node for node in ast.walk(parsed(Path(file))) if isinstance(node, ast.ClassDef)}


@cache
def own_and_used(kind: type) -> tuple[set[str], set[str]]:
    """The names that a class defines, and those that it reads of itself or of what it extends."""
    own, used = set(), set()
    for node in ast.walk(written_in(inspect.getfile(kind))[kind.__name__]):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                own.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                own.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                own.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                used.add(name)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                used.add(name)
    return own, used


def test_what_is_extended_is_documented_or_on_the_list() -> None:
    listed = {name for name, _ in LIST}
    astray = {
        f"{kind.__module__}.{kind.__name__} extends {base.__module__}.{base.__name__}"
        for kind, base in classes()
        if base.__name__ not in DOCUMENTED.get(base.__module__, ())
        and f"{base.__module__}.{base.__name__}" not in listed
    }
    assert not astray, f"say in this file that it is documented, or list it: {astray}"


@pytest.mark.extra
def test_all_that_is_used_of_a_class_on_the_list_is_named() -> None:
    unnamed = set()
    for kind, base in classes():
        name = f"{base.__module__}.{base.__name__}"
        if name in dict(LIST):
            own, used = own_and_used(kind)
            theirs = {each for each in own | used if is_there(f"{name}.{each}") and not each.startswith("__")}
            documented = {
                each
                for parent in base.__mro__[1:]
                if parent.__name__ in DOCUMENTED.get(parent.__module__, ()) or "twisted" in parent.__module__
                for each in theirs
                if is_there(f"{parent.__module__}.{parent.__name__}.{each}")
            }
            unnamed |= {f"{name}.{each}" for each in theirs - documented - {*MEMBERS.get(name, "").split()}}
    assert not unnamed, "to be named among the MEMBERS"


def test_no_class_of_ours_uses_another_private_name() -> None:
    """What begins with an underscore, and is the library's: overridden, or read of itself."""
    listed = {name.rpartition(".")[2] for name, _ in LIST} | OF_MODELS
    astray = {
        f"{kind.__module__}.{kind.__name__} uses {name} of {base.__name__}"
        for kind, base in classes()
        for name in set().union(*own_and_used(kind))
        if name.startswith("_") and not name.startswith("__") and name not in listed
        if any(name in vars(parent) for parent in base.__mro__ if is_of_a_library(parent.__module__))
    }
    assert not astray


@pytest.mark.parametrize(
    "room",
    [
        *("games", "solvers", "competitions", "frontend", "config", "client", "benchmarks"),
        pytest.param("tests", marks=pytest.mark.extra),
    ],
)
def test_no_private_name_is_imported_or_asked_for_by_its_text(room: str) -> None:
    astray = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in modules(room)
        if file != FOR_SPEED
        for name in private_in(parsed(file), room != "tests")
    }
    assert not astray


@pytest.mark.parametrize("room", ["competitions", "frontend", "config", "benchmarks"])
def test_a_connection_is_asked_for_nothing_else_than_is_documented(room: str) -> None:
    """No underscore tells the rest from it."""
    astray = {
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in modules(room)
        for line, name in asked_of_connections(parsed(file))
        if name not in OF_CONNECTIONS
    }
    assert not astray


def asked_of_connections(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that a module reads of Django's connections, each with its line."""
    theirs = {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.db"
        for each in node.names
        if each.name in ("connection", "connections")
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in theirs:
                yield node.lineno, name


PATCHES = {"delattr", "dict", "multiple", "object", "patch", "setattr"}
"""What `monkeypatch` and `unittest.mock` patch with."""


@pytest.mark.extra
def test_no_test_imports_or_patches_a_private_name() -> None:
    """Nor reads one: ruff sees to what no text names."""
    astray = {
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in modules("tests")
        if file != FOR_SPEED
        for line, name in private_in_test(parsed(file))
    }
    assert not astray, "ask through a public door, or open one"


def private_in_test(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The private names, ours or a library's, that a module imports or patches, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=names):
                named = [f"{module}.{each.name}" for each in names]
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if (
                called in PATCHES
            ):
                named = [each.value for each in args[:2] if isinstance(each, ast.Constant)]
            case _:
                continue
        yield from ((node.lineno, name) for name in named if isinstance(name, str) and is_private(name))


def private_in(tree: ast.AST, strict: bool) -> Iterator[str]:
    """The private names of libraries in a module; tests may ask for our own by their text."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), level=0, names=names) if is_of_a_library(module):
                yield from filter(is_private, [module, *(f"{module}.{each.name}" for each in names)])
            case ast.Import(names=names):
                yield from (each.name for each in names if is_private(each.name))
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr"), args=[_, ast.Constant(value=str(name)), *_]
            ) if strict:
                yield from [name] if is_private(name) else []
            case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z]\w*(\.\w+)+", text):
                if is_private(text) and is_of_a_library(text):
                    yield text


def is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.startswith("__") for part in name.split("."))
