"""Every page fits, and axe finds nothing, in light on a large screen and in dark on a small one.

All of it takes minutes. In every run `test_pages` has it look at a contest, and `test_in_hand` at a table.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from django.test import override_settings
from playwright.sync_api import Page

from competitions.outbound.notices.notice_mails import stop_word
from frontend.urls import PAGES
from games import GAMES
from tests.clients.rest import Client, over_http
from tests.servers.analysing import analyse_games
from tests.servers.daphne import ROOT, SECRET, environment
from tests.servers.forking import managed
from tests.waiting import until

from .axe import UNFOLD, expect_accessible
from .conftest import PATIENCE_MS
from .deal import beginnings
from .pictures import picture
from .players import Api, call_unseen, join_unseen, take_a_seat

Stage = Mapping[str, str]
"""What there is to visit: the address of the `site`, the id of the `contest`.

Of results there are `log` and `other` of one deal, for everybody to watch, and one that is `waiting` until
its round has closed. A `day`, with its `month`, has deals.
"""

Visit = Callable[[Page, Stage], object]
"""How a browser comes to see something."""

LOOKS = (("light", 1280, 800), ("dark", 360, 740))
"""Colour scheme, width and height. Two are enough: a scheme changes only colours, a width none of them."""


def visit(lead: Callable[..., object]) -> Callable[..., Visit]:
    """Turns what leads a browser somewhere into what gives such visits."""
    return lambda *given, **named: lambda page, stage: lead(page, stage, *given, **named)


@visit
def at(page: Page, stage: Stage, path: str) -> None:
    """Go to a path; `{contest}` in it is the contest on the stage."""
    page.goto(stage["site"] + path.format(**stage))


@visit
def here(page: Page, stage: Stage) -> None:
    """Stay on the page."""


@visit
def press(page: Page, stage: Stage, button: str, start: Visit, *, name: str = "") -> None:
    """Open a page, fill in this name if there is one, and press a button."""
    start(page, stage)
    if name:
        page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name=button).last.click()
    page.wait_for_load_state()


@visit
def follow(page: Page, stage: Stage, link: str, start: Visit) -> None:
    """Open a page, and from there another by its link."""
    start(page, stage)
    page.get_by_role("link", name=link).first.click()
    page.wait_for_load_state()


@visit
def fill(page: Page, stage: Stage, label: str, text: str, start: Visit) -> None:
    """Open a page, and fill in a field."""
    start(page, stage)
    page.get_by_label(label).fill(text)


@visit
def forgotten(page: Page, stage: Stage, start: Visit) -> None:
    """Open a page and delete its cookies."""
    start(page, stage)
    page.context.clear_cookies()


@visit
def unfolded(page: Page, stage: Stage, start: Visit) -> None:
    """Open a page and unfold what is folded on it."""
    start(page, stage)
    page.locator("details").evaluate_all(UNFOLD)


@visit
def after(page: Page, stage: Stage, first: Visit, then: Visit) -> None:
    """The first visit, and then the other."""
    first(page, stage)
    then(page, stage)


@visit
def analysed(page: Page, stage: Stage, start: Visit) -> None:
    """Open the page of a game that was analysed."""
    start(page, stage)
    page.locator(".review .sums").last.wait_for()


CONTEST: Final = at("/c/{contest}")
ROUND: Final = at("/c/{contest}/rounds/1")


@visit
def joined(page: Page, stage: Stage, name: str, then: Visit) -> None:
    """Join the contest as a new player, and go on from there. What joining shows is visited by itself."""
    join_unseen(page.context, f"{stage['site']}/c/{stage['contest']}", name)
    then(page, stage)


@visit
def at_play(page: Page, stage: Stage, name: str) -> None:
    """A round that a new player has just begun. What is seen before that is visited by itself."""
    url = "{site}/c/{contest}/rounds/1".format(**stage)
    take_a_seat(page.context, url, name)
    page.goto(url)


@visit
def verify(page: Page, stage: Stage, text: str) -> None:
    """Have this log verified."""
    at("/verify")(page, stage)
    page.get_by_label("Log", exact=True).fill(text)
    press("Verify", here())(page, stage)


@visit
def taken_out(page: Page, stage: Stage, name: str) -> None:
    """Join a circle as a new player, whom its owner then takes out by closing it."""
    owner = Client(over_http(stage["site"]), stage["owner_token"])
    circle = owner.post("/circles", {"name": "Short club"}).body
    press("Join", at(circle["url"].removeprefix(stage["site"])), name=name)(page, stage)
    assert owner.request("DELETE", f"/circles/{circle['id']}").status == 204


def start_circle(name: str) -> Visit:
    """The page of a circle that a new player has just made."""
    return press("Start the circle", fill("Its name", "Sunday club", at("/circles")), name=name)


def key_for(name: str) -> Visit:
    """The own page of a player who has just joined, where a key is about to be made."""
    return fill("What is it for?", "A bot", unfolded(joined(name, at("/me"))))


def asking_for_a_code(start: Visit) -> Visit:
    """Have a code sent to an address."""
    return press("Send me a code", fill("E-mail address", "axe@example.org", start))


@visit
def given_up(page: Page, stage: Stage, name: str) -> None:
    """A game that was given up, once the server has noted it."""
    press("Give up", press("Give up", at_play(name)))(page, stage)
    until(lambda: 'id="result"' in page.request.get(page.url).text(), "its result never came")


@visit
def closed(page: Page, stage: Stage, name: str, leaf: str) -> None:
    """A page of a contest that one has just closed at its desk."""
    press("Close now", as_organiser(name, "Close now"))(page, stage)
    page.goto(page.url.partition("/desk")[0] + f"/{leaf}")


def contest_of(name: str) -> Visit:
    """A contest to be started, as far as its name."""
    named = fill("Your name", name, at("/new#own-choice"))
    return fill("Name of the contest", f"The evening of {name}", named)


@visit
def with_band(page: Page, stage: Stage, name: str) -> None:
    """The desk of a draft for which a deal is looked for."""
    contest_of(name)(page, stage)
    page.get_by_text("More for this round").click()
    page.get_by_label("Promise about the deal").select_option("hard")
    follow("Your desk", press("Start the contest", here()))(page, stage)
    page.get_by_role("heading", name="Deals with a promise").wait_for()


@visit
def as_organiser(page: Page, stage: Stage, name: str, *more: str) -> None:
    """The desk of a contest that a new player has just started and joined, and from there a page by its
    link. What starting one shows is visited by itself."""
    join_unseen(page.context, f"{stage['site']}/c/{stage['contest']}", name)
    settings = {"name": f"The evening of {name}", "play": "sealed", "rounds": [{"game": "wish"}]}
    contest = call_unseen(page.context, stage["site"], "competitions", settings)["id"]
    call_unseen(page.context, stage["site"], f"competitions/{contest}/entries", {})
    page.goto(f"{stage['site']}/c/{contest}/desk")
    for link in more:
        follow(link, here())(page, stage)


REGULAR: Final = "Make it a regular evening"


def with_webhook(name: str, url: str) -> Visit:
    """The page of webhooks of a contest's desk, after one to this address is added."""
    return press("Add it", fill("Where to", url, as_organiser(name, "Webhooks")))


def with_badges(name: str) -> Visit:
    """The badges of a contest, after some were made."""
    return press(
        "Make the badges", fill("Names, one a line", "Anna\nBen", as_organiser(name, "Badges for a class"))
    )


@visit
def with_a_badge(page: Page, stage: Stage, name: str) -> None:
    """What the bearer of a badge sees."""
    follow("Print the badges", with_badges(name))(page, stage)
    link = at(f"/badge?code={page.locator('.paper-badges code').first.inner_text()}")
    after(forgotten(link), link)(page, stage)


def run(settings: str, command: str) -> None:
    """Run this Python in the site's database."""
    env = environment(json.loads(settings))
    log = Path(env["DATA_DIR"], "shell.log")
    with managed(["shell", "--command", command], log, cwd=ROOT, env=env) as process:
        assert process.wait() == 0, log.read_text()


@visit
def named(page: Page, stage: Stage, name: str, then: str) -> None:
    """Join as a new player; then something is done with the `player`, in Python, in the site's database."""
    joined(name, here())(page, stage)
    get = f"from competitions.models import Player; player = Player.objects.get(name={name!r}); "
    run(stage["settings"], get + then)


MAKE_DAILIES = (
    "from django.utils import timezone; from competitions.contests.dailies.calendar import make_dailies; "
    "make_dailies(timezone.now())"
)


def with_an_address(name: str) -> Visit:
    """Be a new player with a confirmed address."""
    address = f"{name.partition(' ')[0].lower()}@example.org"
    return named(name, f"player.emailaddress_set.create(email={address!r}, verified=True, primary=True)")


def who_has_lost_codes(name: str) -> Visit:
    """Be a new player with an app and recovery codes that no secret of the site opens."""
    lost = (
        "from competitions.accounts.become_account import change_password; "
        "change_password(player=player, password='three of clubs on two'); "
        "[player.authenticator_set.create(type=type, data={part: 'enciphered:x', 'used_mask': 0}) "
        "for type, part in (('totp', 'secret'), ('recovery_codes', 'seed'))]"
    )
    return named(name, lost)


def warned(name: str) -> Visit:
    """Be a new player whom the staff have warned."""
    warn = (
        "from django.utils import timezone; from competitions.moderation.measures import warn; "
        "from competitions.people.register import register_guest; "
        "from tests.moderation.staffing import make_account_staff; now = timezone.now(); "
        f"staff = make_account_staff(register_guest(name='Of {name}', bot=False, now=now)); "
        "warn(player=player, staff=staff, reason='Be kind.', now=now)"
    )
    return named(name, warn)


VISITS: Final[Mapping[str, Mapping[str, Visit]]] = {
    "home": {"home": at("/"), "what is next": joined("Nora Next", at("/"))},
    "dailies": {"deals of this month": at("/daily")},
    "month": {"deals of a month": at("/daily/{month}")},
    "day": {"deals of a day": at("/daily/{day}")},
    "circles": {
        "circles": at("/circles"),
        "one's own circles": after(start_circle("Cleo Circle"), at("/circles")),
    },
    "circle": {"a circle": start_circle("Cara Circle"), "an invitation to a circle": at("{invited}")},
    "join_circle": {"joining a circle without a name": press("Join", at("{invited}"))},
    "circle_act": {"a new name for a circle": follow("Rename", unfolded(start_circle("Cyd Circle")))},
    "offline": {"no connection": at("/offline")},
    "contests": {
        "all contests": at("/contests"),
        "contests that are over": at("/contests?state=over"),
        "a search that finds nothing": at("/contests?q=none+is+called+so"),
    },
    "my_contests": {
        "no contests": at("/contests/mine"),
        "one's own contests": joined("Olaf Own", at("/contests/mine")),
    },
    "new": {
        "new": at("/new"),
        "new with everything": unfolded(at("/new")),
        "new with three rounds": press("Add a round", press("Add a round", at("/new#own-choice"))),
        "new with mistakes": press("Start the contest", at("/new#own-choice")),
    },
    "club_night": {
        "a club night with mistakes": press("Show all times", at("/new/club-night")),
        "the times of a club night": press(
            "Show all times",
            fill("Name of the contest", "Friday", fill("Your name", "Olga", at("/new/club-night"))),
        ),
    },
    "competition": {
        "a contest": CONTEST,
        "a contest that one has just started": press("Start the contest", contest_of("Stella Starts")),
        "more of its players": at("/c/{contest}?page=2"),
        "a contest that is over": at("/c/{over}"),
        "a contest that counted for ratings": at("/c/{rated}"),
        "a contest that is not there": at("/c/2222222222222222"),
    },
    "join": {
        "a contest that one has joined": press("Join", CONTEST, name="Ella Entrant"),
        "joining without a name": press("Join", CONTEST),
        "joining by an old form": press("Join", forgotten(CONTEST)),
    },
    "duel": {"a duel for one player": press("Duel", joined("Doro Duels", at("/c/{contest}/players/{busy}")))},
    "rematch": {"a duel that was played": at("/c/{duel}")},
    "embed": {"a scoreboard in a frame": at("/c/{contest}/embed")},
    "guides": {"all guides": at("/guides")},
    "guide": {
        "a guide with steps": at("/guides/first-evening"),
        "a guide": at("/guides/first-bot"),
        "a guide with wide code": at("/guides/sealed-play"),
    },
    "desk": {"a desk": unfolded(as_organiser("Dora Desk")), "a desk with a band": with_band("Bodo Band")},
    "new_series": {"a series to be made": as_organiser("Rosa Regular", REGULAR)},
    "series": {"a series": press("Start the series", as_organiser("Sven Series", REGULAR))},
    "series_act": {
        "a date to skip": follow(
            "Skip a date", press("Start the series", as_organiser("Skye Skips", REGULAR))
        )
    },
    "my_calendar": {
        "a calendar's address": press("Make the address", joined("Cora Calendar", at("/me/calendar")))
    },
    "settings": {"settings of a contest": as_organiser("Seth Sets", "Change the settings")},
    "hooks": {
        "no webhooks": as_organiser("Nils No Hooks", "Webhooks"),
        "a new webhook": with_webhook("Hilda Hook", "https://hooks.example/"),
        "a webhook to nowhere": with_webhook("Willy Where", "nowhere"),
    },
    "remove_hook": {
        "removing a webhook": follow("Remove it", with_webhook("Rosa Removes", "https://hooks.example/"))
    },
    "badges": {
        "badges": with_badges("Bea Badges"),
        "badges without a name": press("Make the badges", with_badges("Bo Blank")),
    },
    "badge_sheet": {"badges to print": follow("Print the badges", with_badges("Pia Prints"))},
    "certificates": {
        "certificates": follow(
            "Certificates",
            press(
                "Declare the results final",
                follow("Declare the results final", closed("Carla Certified", "desk")),
            ),
        )
    },
    "badge_act": {"a badge made anew": follow("Make again", with_badges("Lars Loses"))},
    "badge": {
        "a badge's code to type": at("/badge"),
        "a badge's code that does not work": at("/badge?code=x"),
        "one's badge": with_a_badge("Bert Bears"),
    },
    "contest_act": {
        "closing a contest": as_organiser("Clara Closes", "Close now"),
        "moving an end": as_organiser("Emma Ends", "Move the end"),
        "sharing without a name": press("Add a co-org", as_organiser("Sven Shares", "Add a co-organiser")),
    },
    "player_act": {"disqualifying": follow("Disqualify", unfolded(as_organiser("Dirk Disqualifies")))},
    "ghost": {"a ghost to be": closed("Gus Ghost", "rounds/1/ghost")},
    "tree": {"a tree": closed("Theo Tree", "rounds/1/tree")},
    "luck": {"luck": closed("Lena Luck", "rounds/1/luck")},
    "trail": {"a trail": closed("Tara Trail", "trail")},
    "account_login": {"signing in": at("/sign-in")},
    "account_reset_password": {"a forgotten password": at("/forgotten")},
    "account_email": {"an address": joined("Adele Address", at("/me/address"))},
    "close_me": {"leaving for good": joined("Lea Leaves", at("/me/delete"))},
    "account_confirm_password_reset_code": {"a code for a new password": asking_for_a_code(at("/forgotten"))},
    "account_email_verification_sent": {
        "a code for an address": asking_for_a_code(joined("Cody Code", at("/me/address")))
    },
    "mfa_add_webauthn": {"adding a passkey": joined("Pia Passkey", at("/me/passkeys"))},
    "mfa_view_recovery_codes": {
        "recovery codes that are lost": after(who_has_lost_codes("Lotte Lost"), at("/me/codes"))
    },
    "reply": {"answering the staff": follow("Answer once", after(warned("Wanda Warned"), at("/me")))},
    "continue": {"taking another phone": joined("Tess Two", at("/continue"))},
    "code": {"a code for it": press("Show a code", joined("Cora Code", at("/continue")))},
    "me": {
        "one's own page without a name": at("/me"),
        "one's own page": joined("Mia Me", at("/me")),
        "a name that is none": press("Change my name", unfolded(joined("Tim Typo", at("/me"))), name="x"),
    },
    "report": {
        "reporting a name": joined("Rena Reports", at("/report/entry/{busy}")),
        "reporting without a name of one's own": at("/report/entry/{busy}"),
    },
    "profile": {"a profile": press("Change who sees it", unfolded(joined("Prue Profile", at("/me"))))},
    "preferences": {"preferences": press("Save the settings", unfolded(joined("Percy Prefers", at("/me"))))},
    "notices": {
        "no notices": joined("Nick Notices", at("/notices")),
        "some notices": after(taken_out("Nina Notices"), at("/notices")),
    },
    "mails_of_notices": {
        "notices by mail": press("Mail me my notices", after(with_an_address("Mia Mails"), at("/me#notices")))
    },
    "stop_notices": {
        "stopping mails": at("/notices/stop/{stop}"),
        "mails that are stopped": press("Stop the mails", at("/notices/stop/{stop}")),
    },
    "make_key": {"a new key": press("Make the key", key_for("Karl Key"))},
    "revoke_key": {"a key that is revoked": press("Revoke", press("Make the key", key_for("Rita Revokes")))},
    "token": {"a token": press("Get a token", unfolded(press("Join", CONTEST, name="Tom Token")))},
    "round": {
        "a round": ROUND,
        "a round that waits for one": joined("Wanda Waits", ROUND),
        "giving up": press("Give up", at_play("Gil Gives")),
        "help at the table": press("Help", at_play("Hal Helps")),
        "options at the table": press("Options", at_play("Opal Options")),
        "a game that has just ended": press("Give up", press("Give up", at_play("Ed Ended"))),
        "a result": after(given_up("Rolf Result"), ROUND),
    },
    "done": {
        "done with a deal": press(
            "I have finished with this deal", unfolded(after(given_up("Dan Done"), ROUND))
        )
    },
    "deal": {"a round at play": at_play("Pam Plays")},
    "entry": {
        "a player's results": at("/c/{contest}/players/{busy}"),
        "a player's results at the end": at("/c/{over}/players/{won}"),
    },
    "entry_game": {"the game of a score": at("/c/{over}/players/{won}/rounds/1")},
    "room": {"a room": at("/c/{contest}/room"), "a room at the end": at("/c/{over}/room")},
    "leaderboards": {"all leaderboards": at("/leaderboards")},
    "leaderboard": {
        "a leaderboard": at("/leaderboards/wish"),
        "a leaderboard of nobody": at("/leaderboards/well"),
    },
    "player": {"a player": unfolded(at("/players/{owner}"))},
    "player_ratings": {
        "a player's ratings": at("/players/{owner}/ratings/wish"),
        "no ratings of a player": at("/players/{owner}/ratings/well"),
    },
    "result_sheet": {"a result sheet": at("/c/{over}/sheet")},
    "games": {"games": at("/games")},
    "game": {game.title.words(): at(f"/games/{slug}") for slug, game in GAMES.items()},
    "practice": {
        **{
            f"practising {game.title.words()}": at(f"/practice/{slug}?seed=axe")
            for slug, game in GAMES.items()
        },
        "a first game": follow("Show me how", at("/practice/winabit?seed=axe")),
        "practising with a seed that is none": at("/practice/wish?seed=no+seed"),
    },
    "beat": {"a challenge without a name": press("Challenge a friend", at("/beat/wish/axe"))},
    "result": {
        "a game to watch": at("/results/{log}?ply=3"),
        "what was possible in a game": analysed(at("/results/{log}")),
        "two games side by side": at("/results/{log}?with={other}"),
        "a game that is not to be watched yet": at("/results/{waiting}"),
    },
    "verify": {
        "verifying": at("/verify"),
        "a result that is confirmed": at("/verify?log={log}"),
        "a log that stands": verify('{"game": "wish", "seed": "axe", "moves": []}'),
        "a log that does not stand": verify('{"game": "wish", "seed": "axe", "moves": ["pair 1 1"]}'),
        "many logs": verify('{"game": "wish", "seed": "axe", "moves": [], "score": 3}\n{"moves": 7}\n{}'),
        "verifying nothing": press("Verify", at("/verify")),
    },
}
"""What there is to see of each route, by its name."""

BAD: Final = ("error", "warning")
"""Kinds of messages that a console may not show."""

REFUSED: Final = {
    "new with mistakes": "422",
    "a club night with mistakes": "422",
    "a contest that is not there": "404",
    "joining without a name": "422",
    "joining a circle without a name": "422",
    "joining by an old form": "403",
    "practising with a seed that is none": "422",
    "a challenge without a name": "422",
    "verifying nothing": "422",
    "sharing without a name": "422",
    "a webhook to nowhere": "422",
    "a name that is none": "422",
    "badges without a name": "422",
    "a badge's code that does not work": "404",
}
"""Visits that are answered with an error, with its status; the console tells of it."""


ELSEWHERE: Final = {
    # `test_by_keyboard` and `test_passkeys` look on their way through codes, passwords and passkeys.
    *("account_change_password", "account_complete_password_reset", "account_logout", "account_signup"),
    *("account_password_reset_completed", "account_reauthenticate", "account_set_password", "left_guest"),
    *("mfa_activate_totp", "mfa_authenticate", "mfa_deactivate_totp", "mfa_edit_webauthn", "mfa_index"),
    *("mfa_generate_recovery_codes", "mfa_login_webauthn", "mfa_reauthenticate_webauthn"),
    "mfa_remove_webauthn",
    *("dismiss_offer", "end_device", "end_others", "play_now", "reminders"),  # they only lead on
}
"""Routes that other tests visit."""


def test_every_page_is_one_that_is_visited():
    assert VISITS.keys().isdisjoint(ELSEWHERE)
    assert {pattern.name for pattern in PAGES} == VISITS.keys() | ELSEWHERE, (
        "say in VISITS what there is to see"
    )


def look_at_the_cards(player: Api, contest: str, number: int) -> None:
    """Begin a round, and give up at once."""
    attempt = player.call(f"competitions/{contest}/rounds/{number}/attempts", {})["id"]
    player.call(f"attempts/{attempt}/finish", {})


def ten_deals_that_count(owner: Api, other: Api) -> str:
    """A contest of the owner's, after which neither of the two is provisional any more."""
    settings = {"name": "Ten deals", "play": "sealed", "rounds": [{"game": "wish"}] * 10}
    contest = owner.call("competitions", settings)["id"]
    for player in (owner.join(contest), other.join(contest)):
        for number in range(1, 11):
            look_at_the_cards(player, contest, number)
    for act in ("close", "certify"):
        owner.call(f"competitions/{contest}/{act}", {})
    until(lambda: owner.call("leaderboards/wish")["results"], "nobody was rated")  # a job rates them
    return contest


@pytest.fixture(scope="module")
def stage(site, site_settings, names):
    """A contest of three rounds, with more players than a page of its scoreboard holds; and all the rest."""
    api = Api(site)
    owner = api.guest(names("Axel Owner"))
    contest = owner.contest("three-by-three", "wish", "pyramid", name="For all eyes")
    scores = list(beginnings("three-by-three").values())
    for number in range(28):
        player = api.guest(names(f"Axel {number}.")).join(contest)
        if number % 3:
            player.play(contest, scores[number % len(scores)])
    over = owner.contest("wish")
    logs = [
        player.join(over).play(over, list(beginnings("wish").values())[number])
        for number, player in enumerate((owner, player))
    ]
    owner.call(f"competitions/{over}/close", {})
    analyse_games(over, site_settings)
    waiting = owner.join(contest).play(contest, [])
    invited = urlsplit(owner.call("circles", {"name": "Axel's club"})["url"])
    duel = owner.call("duels", {"game": "wish"})["id"]
    for side in (owner, player.join(duel)):
        look_at_the_cards(side, duel, 1)
    rated = ten_deals_that_count(owner, player)
    busy, won = (
        api.call(f"competitions/{each}/standings")["results"][0]["entry"] for each in (contest, over)
    )
    contests = {"contest": contest, "busy": busy, "over": over, "won": won, "duel": duel, "rated": rated}
    contests["invited"] = f"{invited.path}?{invited.query}"
    people = {"owner": owner.call("me")["id"], "owner_token": owner.token}
    with override_settings(SECRET_KEY=SECRET):
        people["stop"] = stop_word(people["owner"])
    people["settings"] = json.dumps(site_settings)
    run(people["settings"], MAKE_DAILIES)
    day = api.call("daily")["date"]
    dates = {"day": day, "month": day[:7]}
    return {"site": site, **contests, **people, **dates, "log": logs[0], "other": logs[1], "waiting": waiting}


@pytest.fixture(scope="module")
def eyes(browser):
    """A page for one visit after the other: opening a browser for each takes longer than looking."""
    with closing(browser.new_context()) as context:
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()


@pytest.fixture
def newcomer(eyes, site, request):
    """The page as if nobody had used it. Its console may tell no fault but an expected status."""
    eyes.goto(f"{site}/static/frontend/favicon.svg")  # as `Browsers` does
    eyes.context.clear_cookies()
    heard = []
    listen = {
        "console": lambda message: heard.append(message.text) if message.type in BAD else None,
        "pageerror": lambda error: heard.append(str(error)),
    }
    for event, listener in listen.items():
        eyes.on(event, listener)
    yield eyes
    for event, listener in listen.items():
        eyes.remove_listener(event, listener)
    answered = REFUSED.get(request.node.callspec.params["name"])
    assert [text for text in heard if not (answered and answered in text)] == []


@pytest.mark.extra
@pytest.mark.parametrize(("name", "visit"), [visit for visits in VISITS.values() for visit in visits.items()])
def test_it_fits_and_axe_finds_nothing(stage, newcomer, name, visit):
    page = newcomer
    page.emulate_media(reduced_motion="reduce")  # what moves is judged when it has come to rest
    unfolded(visit)(page, stage)
    page.wait_for_load_state("networkidle")
    for scheme, width, height in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        expect_accessible(page, f"{page.url} ({width} pixels wide, {scheme})")
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        picture(page, f"{name}-{width}-{scheme}")


RULE: Final = "document.styleSheets[0].insertRule('%s')"


@pytest.mark.extra
@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            "document.querySelector('h1').append(document.createElement('img'))",
            "critical: Images must have alternative text",
        ),
        # What is there is just the same: it only looks different, or some of it is hidden.
        (RULE % "main * { color: #eee !important }", "sufficient color contrast"),
        (RULE % "h1 { display: none !important }", "contain a level-one heading"),
    ],
)
def test_axe_would_find_what_a_page_or_another_width_or_scheme_does(site, open_page, change, found):
    page = open_page(site)
    expect_accessible(page)
    page.evaluate(change)
    with pytest.raises(AssertionError, match=found):
        expect_accessible(page)
