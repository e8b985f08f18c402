"""One word, one thing: a name means the same wherever it stands."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SERVICE = ("competitions", "frontend", "config", "games", "solvers", "client", "benchmarks")

STRANGERS = ("migrations", "node_modules", "static", "examples")
"""Folders whose files are generated, come from others, or are copied one by one by readers of a guide."""

ON_THE_WIRE = frozenset(
    re.findall(
        r"\w+",
        """
    Access Act ActEvent Attempt Badge Band BandKind Branch Cell Circle Comparison
    Competition Counts Deal Delivery Dump DumpFile Encounter Ending Entry Event FeedMessage FieldLuck
    FieldTree Game Hint Hook Inclusion JoinedEvent Key Kind Leaf Lessons Line Log LuckRow Move Names
    NewToken Notice NoticeData NoticeMessage NoticeType OfferedDeal Organiser Others Page Par PastResult
    Picture Play Player Preferences PresenceMessage Profile Ranking RatingChange Recording Result ResultEvent
    Round RoundChanges Row Scores Sheet SignedReceipt Speed Standings StandingsMessage StandingsThen
    Every OwnCalendar PlannedDate Series SeriesChanges
    State StateEvent StateMessage Step Ticket TieBreak Token UnreadMessage Verdict Versus View ViewMessage
    Beaten DailyNews DearestMove EndingScale FollowingStep ScaleDot
        """,
    )
)
"""What the service stores, reads and writes: named alike in its models, API, client and pages."""

SEES_THE_WIRE = (
    "client/",
    "competitions/api/forms/",
    "competitions/api/paging.py",
    "competitions/solving/analysis/",
    "competitions/api/resources/",
    "competitions/ratings/careers/",
    "competitions/proofs/dumps/published.py",
    "competitions/outbound/events/event.py",
    "competitions/proofs/history/evidence.py",
    "competitions/endings/",
    "competitions/realtime/messages.py",
    "competitions/models/",
    "competitions/play/",
    "competitions/proofs/receipts/keys.py",
    "competitions/standings/",
    "competitions/solving/tree/",
    "frontend/src/",
    "games/",
    "solvers/bands.py",
)

ALIKE = {
    "ActForm": "one form, over REST and on a page",
    "Board": "the standings as the messages of a feed left them, in a terminal and on a page",
    "Columns": "the columns of a scoreboard, written by the service and read by its page",
    "Command": "Django looks for a command of `manage.py` by this name",
    "DealForm": "one form, over REST and on a page",
    "HookForm": "one form, over REST and on a page",
    "Pair": "the move that takes two cards away, in two games",
    "PreferencesForm": "one form, over REST and on a page",
    "Problem": "a refusal of the service, as a program's client and a page's get it",
    "ReasonForm": "one form, over REST and on a page",
    "Refused": "why a move or a log is refused, in the rules and on a page",
    "RenameForm": "one form, over REST and on a page",
    "Request": "a request over HTTP, at either end",
    "RoundForm": "one form, over REST and on a page",
    "SeriesForm": "one form, over REST and on a page",
    "Shelf": "a browser's storage, as far as a module needs it",
    "Socket": "a WebSocket, at either end",
    "Table": "the table of a game, in the rules and as a client plays at it",
    "Transport": "Twisted's",
    "Turn": "the move that turns a card up, in two games",
}
"""Names of classes that mean the same thing in several places, and what it is."""

BY_NOUN = (
    "models",
    "forms",
    "resources",
    "views",
    "commands",
    "templatetags",
    "cli",
    "layouts",
    "benchmarks",
)
"""Folders whose modules are named after their subject, which has a module of that name elsewhere."""

MODULES_ALIKE = {
    "acts": "an organiser's acts: when each is allowed, how it is recorded, what the desk says of it",
    "forms": "the forms of a page",
    "follower": "what a follower is, and the follower of each room",
    "hints": "a game's, and what all games share",
    "lesson": "a game's, and what all games share",
    "limits": "what strangers may ask of the site, and of a connection",
    "messages": "what is sent of a competition, to watchers and to webhooks",
    "rules": "a game's",
    "sockets": "WebSockets, of the server and of the client",
    "teaching": "a game's, and what all games share",
    "views": "the views of a page",
    "turns": "whose turn it is: of addresses, and of accounts with webhooks",
}

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

SAYS_WHAT_OTHERS_DO = ("benchmarks/", "client/src/evendeal/calls.py", "client/src/evendeal/cli/app.py")
"""Programs of their own, and modules with one function for each operation of the API or each command."""

FUNCTIONS_ALIKE = {
    "code": "a file of a guide, in Python and in templates",
    "draw": "draws: a game in the terminal, a preview of a link",
    "finish": "ends what is played: an attempt, and a ghost",
    "grammar": "of a game's moves",
    "hint": "a game's, and what asks the games",
    "in_order": "one table for all that are alike: of a game's solver, and what asks them",
    "lay_out": "a game's first table",
    "leaf_hash": "of a leaf of the history, as the service makes it and as a client checks it",
    "main": "what runs when the module does",
    "moment": "a time, out of a text and in templates",
    "play": "plays moves: in the rules, and at the terminal",
    "play_moves": "stores the next moves of an attempt, and of a ghost",
    "resume": "an attempt as it stands, and a ghost",
    "result_leaf": "what a leaf says of a result, as the service makes it and as a client checks it",
    "solve": "a game's solver, and what asks them",
    "take_back": "takes moves of an attempt back, and of a ghost",
    "watch": "looks again and again: a process at the clock, the terminal at standings",
}
"""Functions with the same name in several places, and what all of them do."""

SAYS_NOTHING = re.compile("_(asked|found|held|look|noted|said|seen|shown|taken|told|written)")
"""A function is named by what it gives or does; these words tell neither."""

OF_PAGES_ALIKE = {
    "connect": "what is shown, after its connection was made or lost",
    "hear": "what is shown, after a message",
    "messageIn": "the message in a text from a socket",
    "messages": "what a socket says",
    "mount": "brings an island to life",
    "refuse": "what is shown, after a move was refused",
    "settle": "what is shown, once changes were seen for long enough",
    "start": "what the server gives the island of a page to start with",
}
"""Functions and modules of pages with the same name in several places, and what all of them do."""

PAGE = re.compile(r"'src/(\w+)\.ts'")
"""A script that a page starts with; it may be named like the module that it loads."""

TYPES = re.compile(r"^(?:export )?(?:interface|type|class) (\w+)", re.MULTILINE)


def named_in_python(file: Path) -> Iterator[str]:
    """The classes and type aliases of a module; type variables are single letters."""
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield from re.findall(r"^[A-Z]\w*[a-z]\w*$", node.targets[0].id)


def scripts() -> Iterator[Path]:
    """The TypeScript modules of the pages."""
    for file in sorted((ROOT / "frontend/src").rglob("*.ts")):
        if not file.name.endswith((".test.ts", ".fake.ts", ".d.ts")):
            yield file


def modules() -> Iterator[Path]:
    for room in SERVICE:
        for file in sorted((ROOT / room).rglob("*.py")):
            if not set(file.relative_to(ROOT).parts) & set(STRANGERS):
                yield file


def definitions() -> dict[str, list[str]]:
    """Every name of a class or type, with the files that define it."""
    places = defaultdict(list)
    for file in modules():
        for name in named_in_python(file):
            places[name].append(str(file.relative_to(ROOT)))
    for file in scripts():
        for name in TYPES.findall(file.read_text()):
            places[name].append(str(file.relative_to(ROOT)))
    return places


def test_a_class_or_type_has_a_name_of_its_own_or_stands_for_the_same_thing():
    found = {
        name: files for name, files in definitions().items() if len(files) > 1 and not name.startswith("_")
    }
    astray = {
        name: files
        for name, files in found.items()
        if name not in ALIKE
        and not (name in ON_THE_WIRE and all(file.startswith(SEES_THE_WIRE) for file in files))
    }
    assert astray == {}, "give one of them another name, or say in a list above why they are the same"
    assert (ON_THE_WIRE | set(ALIKE)) - set(found) == set(), "these stand in one place only, or in none"


def test_a_function_has_a_name_of_its_own_or_does_the_same_thing():
    places = defaultdict(list)
    for file in modules():
        path = str(file.relative_to(ROOT))
        if not path.startswith(SAYS_WHAT_OTHERS_DO):
            body = ast.parse(file.read_text()).body
            for name in {node.name for node in body if isinstance(node, FUNCTIONS)}:
                places[name].append(path)
    found = {name for name, files in places.items() if len(files) > 1 and not name.startswith("_")}
    assert found - set(FUNCTIONS_ALIKE) == set(), "give one another name, or say why they are the same"
    assert set(FUNCTIONS_ALIKE) - found == set(), "these stand in one place only, or in none"


def test_no_function_is_named_by_a_word_that_says_nothing():
    astray = {
        f"{file.relative_to(ROOT)}: {node.name}"
        for file in modules()
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, FUNCTIONS) and SAYS_NOTHING.fullmatch(node.name)
    }
    assert astray == set(), "say what it gives or does"


def test_a_module_has_a_name_of_its_own_or_is_about_the_same_thing():
    places = defaultdict(list)
    for file in modules():
        parts = file.relative_to(ROOT).parts
        if not file.name.startswith("__") and not set(parts[:-1]) & set(BY_NOUN):
            places[file.stem].append("/".join(parts))
    found = {name: files for name, files in places.items() if len(files) > 1}
    given_by_django = {"apps", "urls", "asgi"}
    assert {
        name: files for name, files in found.items() if name not in given_by_django | set(MODULES_ALIKE)
    } == {}
    assert set(MODULES_ALIKE) - set(found) == set(), "these stand in one place only, or in none"


def test_in_scripts_a_function_or_a_module_has_a_name_of_its_own_or_does_the_same_thing():
    pages = set(PAGE.findall((ROOT / "frontend/vite.config.ts").read_text()))
    assert len(pages) > 5
    places = defaultdict(set)
    for file in scripts():
        at_start = file.parent.name == "src" and file.stem in pages
        if not (at_start or set(file.parts) & set(BY_NOUN)):
            places[file.name.partition(".")[0]].add(file)
        for name in re.findall(r"^export (?:async )?function (\w+)", file.read_text(), re.MULTILINE):
            places[name].add(file)
    found = {name for name, files in places.items() if len(files) > 1}
    assert found - set(OF_PAGES_ALIKE) == set(), "give one another name, or say why they are the same"
    assert set(OF_PAGES_ALIKE) - found == set(), "these stand in one place only, or in none"
