"""A round played in real browsers: resumed, in two tabs, taken back, given up, and ended by the clock."""

import json
import re

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import open_deal
from games.replay import play as after
from games.steps import moves_in_words
from games.teaching import describe
from tests.clients.contests import certain_rest

from .axe import expect_accessible
from .deal import SEED, beginnings
from .hands import expect_moves, fact, make_move, make_moves
from .pictures import picture
from .players import sending, take_a_seat
from .test_whole_games import result_stored

pytestmark = pytest.mark.extra

SHOWN = """Object.fromEntries([...document.querySelectorAll('[data-pile]')].map(pile =>
    [pile.dataset.pile, [...pile.querySelectorAll('[data-card]')].map(card => card.dataset.card)]))"""
"""The cards that lie face up, by pile, as a page knows them."""


@pytest.fixture
def seat(site, api, names, open_page):
    """A page at a table: a new player has joined a new contest and has had the cards dealt.

    Cards that travel take a third of such a test: they do in `test_first_games` and where a test asks for it.
    """

    def sit(*games, faults=None, name="Pat Player", motion="reduce", **settings):
        contest = api.guest(names("Olga Owner")).contest(*games, **settings)
        url = f"{site}/c/{contest}/rounds/1"
        page = open_page(
            url,
            faults=faults,
            before=lambda browser: take_a_seat(browser, url, names(name)),
            reduced_motion=motion,
        )
        expect_moves(page, 0)
        return page

    return sit


def table_of(page):
    """The cards that lie face up, by pile."""
    return page.evaluate(f"() => {SHOWN}")


def expect_same_table(page, other, moves):
    """The two pages come to show the same cards, after so many moves."""
    for each in (page, other):
        expect_moves(each, moves)
    assert table_of(page) == table_of(other)


def moves_of(game, number):
    """The first moves of the tests' deal, each the first that the table helper can make."""
    table, moves = GAMES[game].deal(SEED, {}), []
    for _ in range(number):
        move = next(move for move in table.legal() if not move.text.endswith("foundation"))
        moves.append(move.text)
        table = move.after(table)
    return moves


def in_words(game, moves):
    """The first moves of the tests' deal as players read them."""
    return [words[0].upper() + words[1:] for words in moves_in_words(GAMES[game].open(SEED), moves)]


def give_up(page):
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


HEARD = """
    window.heard = [];
    for (const name of ['createOscillator', 'createGain']) {
        const real = AudioContext.prototype[name];
        AudioContext.prototype[name] = function (...given) {
            heard.push(name);
            return real.apply(this, given);
        };
    }
    navigator.vibrate = pattern => heard.push(`vibrate ${pattern}`);
"""
"""Notes every sound and every vibration that a page asks for."""
TONE = ["createOscillator", "createGain"]


@pytest.mark.long
def test_closing_the_laptop_loses_nothing_and_a_certain_rest_is_played_at_one_press(seat, api):
    log, begun = certain_rest("wish")
    page = seat(rounds=[{"game": "wish", "seed": log["seed"]}])
    make_moves(page, log["moves"][:2])
    before, url = table_of(page), page.url
    said = page.locator(".moves-made li").all_text_contents()
    assert len(said) == 2
    page.close()
    again = page.context.new_page()
    again.add_init_script(HEARD)
    again.goto(url.rpartition("/rounds/")[0])
    again.get_by_role("link", name="Go on playing").click()
    expect_moves(again, 2)
    assert table_of(again) == before
    again.get_by_text("Moves so far").click()
    expect(again.locator(".moves-made li")).to_have_text(said)

    attempt = json.loads(again.locator("#play-start").text_content())["attempt"]
    sending(again)(f"attempts/{attempt}/moves", {"ply": 0, "moves": log["moves"][:begun]})
    expect_moves(again, begun)
    assert again.evaluate("heard") == []  # nobody has asked for it
    again.get_by_role("button", name="Options").click()
    for wish in ("Sound", "Vibration"):
        again.get_by_label(wish).check()
    assert again.evaluate("heard.splice(0)") == [*TONE, "vibrate 12"]  # so that one knows
    again.get_by_role("button", name="Back to the table").click()
    again.get_by_role("button", name="Finish", exact=True).click()
    expect(again.get_by_role("dialog", name="you won")).to_be_visible()
    rest = result_stored(again, api)["moves"][begun:]
    position = open_deal(log["game"], log["seed"], {})
    for move in log["moves"][:begun]:
        position = after(position, move)
    for move in rest:
        assert describe(position)["certain"]["move"] == move
        position = after(position, move)
    assert position.table.won
    won = "vibrate 40,60,40,60,120"
    assert again.evaluate("heard") == [*[*TONE, "vibrate 12"] * (len(rest) - 1), *TONE * 4, won]


@pytest.mark.long
def test_two_tabs_stay_in_step_to_the_end(seat):
    here = seat("three-by-three", attempts=1)
    there = here.context.new_page()
    there.goto(here.url)
    expect_moves(there, 0)
    first, second, third = moves_of("three-by-three", 3)
    make_move(here, first)
    expect_moves(there, 1)
    make_move(there, second)
    expect_same_table(here, there, 2)
    there.get_by_role("button", name="Undo").click()
    expect_same_table(here, there, 1)
    make_moves(here, [second, third], made=1)
    expect_moves(there, 3)
    there.get_by_text("Moves so far").click()
    expect(there.locator(".moves-made li")).to_have_text(in_words("three-by-three", [first, second, third]))
    give_up(here)
    for page in (here, there):
        expect(page.get_by_role("dialog")).to_contain_text("Given up")
        expect(page.locator(".scale")).to_contain_text("Our bot")


@pytest.mark.long
def test_the_end_of_the_time_shows_by_itself(seat):
    page = seat(
        "three-by-three", play="sealed", attempts=1, time_limit_s=20, rounds=[{"game": "three-by-three"}]
    )
    expect(fact(page, "Left")).to_have_text(re.compile(r"0:0\d"))
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    result = page.get_by_role("dialog", name="Score 30: there was more in it.")
    expect(result).to_contain_text("Time is up")
    expect(page.get_by_role("button", name="Give up")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Score 30: there was more in it.")).to_be_visible()
    expect(page.locator(".outcome")).to_contain_text("Time was up")


SEEN_WHOLE = """() => {
    const [inner, outer] = ['.link-state', '.strip']
        .map(name => document.querySelector(name).getBoundingClientRect());
    return innerWidth === 320 && inner.left >= 0 && inner.right <= 320
        && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""
"""On a phone, whether what is said of the connection is cut nowhere."""


def test_a_connection_that_goes_and_comes_is_shown_and_the_game_goes_on(seat, open_page):
    page = seat("three-by-three", faults="WebSocket|ERR_INTERNET_DISCONNECTED")
    first, second, *more = moves_of("three-by-three", 4)
    make_moves(page, [first])
    page.context.set_offline(True)
    expect(page.locator(".link-state")).to_have_text("Connection lost, trying again")
    picture(page, "playing-lost", full_page=False)
    make_move(page, second)
    expect(page.locator(".link-state")).to_have_text("No connection: your move waits")
    expect(page.locator(".waits").first).to_be_visible()
    picture(page, "playing-waiting", full_page=False)
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_function(SEEN_WHOLE)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect_moves(page, 1)
    page.context.set_offline(False)
    expect_moves(page, 2)
    expect(page.locator(".link-state")).to_have_count(0)
    expect(page.locator(".waits")).to_have_count(0)

    # What another device did meanwhile is there when the connection is back.
    cookies = page.context.cookies()
    page.context.set_offline(True)
    expect(page.locator(".link-state")).to_be_visible()
    other = open_page(page.url, before=lambda browser: browser.add_cookies(cookies))
    expect_moves(other, 2)
    make_moves(other, more, made=2)
    page.context.set_offline(False)
    expect_same_table(page, other, 4)

    # A player whose session has ended is told so.
    page.context.clear_cookies()
    page.context.set_offline(True)
    expect(page.locator(".link-state")).to_have_text("Connection lost, trying again")
    page.context.set_offline(False)
    expect(page.locator(".link-state")).to_have_text("Not connected; reload the page")


def test_open_play_takes_back_and_makes_again_by_button_and_key(seat):
    page = seat("three-by-three", motion="no-preference")
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    opening = table_of(page)
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    moves = moves_of("three-by-three", 3)
    make_moves(page, moves)
    third = table_of(page)
    for key, left in (("u", 2), ("Control+z", 1), ("U", 0)):
        page.keyboard.press(key)
        expect_moves(page, left)
    assert table_of(page) == opening
    expect(undo).to_be_disabled()
    for key, made in (("Control+y", 1), ("Control+Shift+Z", 2)):
        page.keyboard.press(key)
        expect_moves(page, made)
    redo.click()
    expect_moves(page, 3)
    expect(redo).to_be_disabled()
    assert table_of(page) == third
    undo.click()
    expect_moves(page, 2)
    expect(redo).to_be_enabled()
    page.get_by_text("Moves so far").click()
    expect(page.locator(".moves-made li")).to_have_text(in_words("three-by-three", moves[:2]))

    # A page behind the game, whose socket is silent, does not ask again and again.
    behind = page.request.get(page.url).text()
    redo.click()
    expect_moves(page, 3)
    other, asked = page.context.new_page(), []
    other.on("request", lambda request: "/api/v1/attempts/" in request.url and asked.append(request.url))
    other.route_web_socket("**/*", lambda socket: None)
    other.route(page.url, lambda route: route.fulfill(body=behind, content_type="text/html"))
    other.goto(page.url)
    expect(other.locator(".moves-made li")).to_have_count(3)
    other.wait_for_timeout(1500)
    assert len([url for url in asked if url.endswith("?words=1")]) == 1


LATE = """fails => {
    const inTime = window.fetch, late = Promise.withResolvers();
    let takebacks = 0;
    window.fetch = async (...asked) => {
        if (!asked[0].endsWith('/undo') || ++takebacks === 2) return inTime(...asked);
        if (takebacks === 1) {
            const answer = await inTime(...asked), text = await answer.text();
            await late.promise;
            if (fails) throw new TypeError("the answer was lost");
            return new Response(text, answer);
        }
        late.resolve();
        await new Promise(heard => setTimeout(heard, 100));
        return inTime(...asked);
    };
}"""
"""Lets a page hear the answer to its first takeback, or that it is lost, when it has asked for the third."""


@pytest.mark.parametrize("fails", [False, True])
def test_a_late_answer_to_a_takeback_changes_nothing(seat, fails):
    page = seat("three-by-three")
    make_moves(page, moves_of("three-by-three", 3))
    page.evaluate(LATE, fails)
    for left in (2, 1, 0):
        page.keyboard.press("u")
        expect_moves(page, left)
    for made in (1, 2, 3):
        page.keyboard.press("Control+y")
        expect_moves(page, made)


def test_giving_up_asks_first_and_then_the_place_is_shown_and_kept_up_to_date(seat, api, names):
    page = seat("three-by-three", "wish", name="Ada", motion="no-preference", attempts=2)
    contest = re.search(r"/c/(\w+)/", page.url).group(1)
    expect_accessible(page)
    make_moves(page, moves_of("three-by-three", 2))
    page.get_by_role("button", name="Give up").click()
    dialog, score = page.get_by_role("dialog"), fact(page, "Score").inner_text()
    expect(dialog).to_contain_text(f"the score as it stands: {score}")
    expect(dialog).to_contain_text("You can play this deal once more")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Give up").click()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Give up")).to_be_visible()

    best, *_ = beginnings("three-by-three").values()
    api.guest(names("Ina Idle")).join(contest).play(contest, [])
    holding, held = True, []
    page.route("**/standings?*", lambda route: held.append(route) if holding else route.continue_())
    with page.expect_request("**/standings?*"):
        give_up(page)
    result, following = page.locator(".over .result"), page.get_by_role("link", name="Next: ")
    expect(result).to_be_focused()
    page.wait_for_function("() => document.getAnimations().every(each => each.playState === 'finished')")
    before = following.bounding_box()
    holding = False  # and not `unroute`, which would let go by itself what is held
    for route in held:
        route.continue_()
    expect(page.locator(".place")).to_have_text("You are 1st of 2 so far.")
    assert following.bounding_box() == before, "nothing moves when the place arrives"
    page.keyboard.press("Escape")
    expect(result).to_be_hidden()
    back = page.get_by_role("button", name="Result")
    expect(back).to_be_focused()
    back.press("Enter")
    expect(result).to_be_focused()
    once_more = result.get_by_role("button", name="Try again")
    assert once_more.evaluate("button => button.form.action") == f"{page.url}/deal"
    rival = names("Rita Rival")
    api.guest(rival).join(contest).play(contest, best)
    for _ in range(2):
        expect(page.locator(".place")).to_have_text("You are 2nd of 3 so far.")
        expect(page.locator(".board tbody .name").first).to_contain_text(rival)
        expect(page.locator(".board tbody tr.own .total")).to_have_text(score)
        page.reload()
    page.get_by_role("link", name="Next: round 2, Wish").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 2: Wish")
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()


def test_on_a_phone_undo_and_the_question_of_a_cheat_are_in_sight(seat):
    page = seat("winabit")
    page.set_viewport_size({"width": 360, "height": 500})
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_role("button", name="Give up")).to_be_in_viewport(ratio=1)
    page.locator('[data-pile="1"] [data-index="0"]').click()
    question = page.get_by_role("button", name="Pull this card: a cheat")
    expect(question).to_be_in_viewport(ratio=1)
    actions = page.get_by_role("button", name="Undo").bounding_box()
    box = question.bounding_box()
    assert box["y"] + box["height"] <= actions["y"]


def test_a_closed_round_is_played_again_beside_the_standings_of_then(site, api, names, open_page):
    organiser = api.guest(names("Olga Owner"))
    contest = organiser.contest("three-by-three")
    for name, moves in (("Ann", 3), ("Bea", 1)):
        api.guest(names(name)).join(contest).play(contest, moves_of("three-by-three", moves))
    organiser.call(f"competitions/{contest}/close", {})
    page = open_page(f"{site}/c/{contest}/rounds/1/ghost", viewport={"width": 390, "height": 844})
    picture(page, "ghost-before")
    page.get_by_role("button", name="Deal the cards").click()
    expect(fact(page, "Best then")).to_be_visible()
    then = page.get_by_role("region", name="At the same time in the round")
    expect(then).to_contain_text(re.compile(r"2 of 2 had finished 0:\d\d after the round opened"))
    expect(then.get_by_role("row")).to_have_count(3)
    expect_accessible(page)
    for move in moves_of("three-by-three", 2):
        before = table_of(page)
        make_move(page, move)
        page.wait_for_function(f"shown => JSON.stringify({SHOWN}) !== JSON.stringify(shown)", arg=before)
    picture(page, "ghost-running")
    give_up(page)
    expect(page.locator("#result-words")).to_contain_text(re.compile(r"You would have finished .* of 3"))
    expect(page.get_by_role("region", name="When you had finished")).to_be_visible()
    picture(page, "ghost-ended")
    expect_accessible(page)
    page.reload()
    expect(page.get_by_role("heading", name="Your last ghost")).to_be_visible()
    picture(page, "ghost-after")
