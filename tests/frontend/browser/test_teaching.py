"""A newcomer at the table: why a card stays, what can move, a hint, the rules in pictures, a first game."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from games import GAMES
from games.replay import play
from games.teaching import describe

from .hands import press

GAME = GAMES["three-by-three"]
SEED = "a-newcomer"
ENDING = "s3"
"""A deal of Wish that often comes to two pairs with nothing under them."""


def spot(page, pile):
    return page.locator(f'[data-pile="{pile}"] [data-index]').last


def boxes(page, what="[data-pile], .action"):
    return page.locator(what).evaluate_all(
        "all => all.map(one => JSON.stringify(one.getBoundingClientRect()))"
    )


@pytest.mark.extra
@pytest.mark.long
def test_a_newcomer_is_told_why_what_and_how_and_plays_a_first_game(site, open_page):
    page = open_page(f"{site}/practice/{GAME.slug}?seed={SEED}", viewport={"width": 320, "height": 568})
    note = page.locator(".note")
    still, cards = boxes(page), boxes(page, ".gap")
    height = page.locator(".box").evaluate("box => box.clientHeight")
    why = describe(GAME.open(SEED))["reasons"]["nw"][0]
    spot(page, "nw").click()
    expect(note).to_have_text(f"{why[0].upper()}{why[1:]}.")
    expect(page.locator(".table [role=status]")).to_contain_text(why[1:])
    spot(page, "nw").dblclick()
    expect(note).to_have_text(f"{why[0].upper()}{why[1:]}.")
    assert boxes(page) == still  # nothing moved

    expect(page.locator(".movable")).to_have_count(0)
    page.get_by_role("button", name="Show moves", exact=True).hover()
    page.mouse.down()  # the marks go a moment after the button is let go
    legal = describe(GAME.open(SEED))["legal"]
    expect(page.locator(".movable")).to_have_count(len(legal))
    expect(page.locator(".table [role=status]")).to_contain_text("Can move: ")
    page.mouse.up()
    expect(page.locator(".movable")).to_have_count(0)
    press(page, "Options")
    page.get_by_label("Always show what can move").check()
    press(page, "Back to the table")
    expect(page.locator(".movable")).to_have_count(len(legal))
    expect(page.get_by_role("button", name="Show moves", exact=True)).to_have_count(0)

    page.keyboard.press("h")
    expect(note).to_have_text(re.compile(r"^Hint: .+; .+\.$"))
    expect(page.locator(".hinted")).not_to_have_count(0)

    spot(page, "nw").press("?")
    dialog = page.get_by_role("dialog", name="How it goes")
    heading = page.locator("#help")  # goes a moment after its dialog, and only then can the dialog open again
    expect(dialog).to_contain_text(GAME.about_in("en").goal)
    expect(dialog.locator("figure")).to_have_count(len(GAME.lesson.pictures))
    expect(dialog.locator("figure .card").first).to_be_visible()
    assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    page.keyboard.press("Escape")
    expect(heading).to_have_count(0)
    spot(page, "nw").dispatch_event("keydown", {"key": "؟", "code": "Slash", "bubbles": True})  # Arabic
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(heading).to_have_count(0)

    page.get_by_role("link", name="Show me how", exact=True).click()
    coach, lines = page.get_by_role("group", name="First game"), GAME.lesson.lines
    played, wrong = GAME.open(GAME.lesson.seed), True
    for step, line in enumerate(lines, start=1):
        expect(coach).to_contain_text(f"{step}/{len(lines)} {line.say.words()}")
        if line.move is None:
            break
        others = [move for move in describe(played)["legal"] if move != line.move]
        if wrong and others:
            spot(page, others[0].split()[1]).click()
            expect(note).to_contain_text("what the guide says")
            wrong = False
        spot(page, (line.move.split()[1:] or ["stock"])[0]).click()
        played = play(played, line.move)
    press(page, "Play on")
    expect(coach).to_have_count(0)
    assert "#" not in page.url
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", str(played.ply))
    assert boxes(page, ".gap") == cards  # they lie where they lay
    page.goto(f"{site}/practice/{GAME.slug}?seed={SEED}")
    expect(page.locator(".action").first).to_be_visible()
    expect(coach).to_have_count(0)  # it is offered once
    expect(page.locator(".goal:visible")).to_have_text(GAME.about_in("en").goal)
    assert page.locator(".box").evaluate("box => box.clientHeight") > height + 40  # the cards have its room
    # However long the words of a language are, the last button stays in sight.
    page.locator(".action > span").evaluate_all("all => all.forEach(word => word.append('s of a language'))")
    assert page.locator(".action").last.evaluate("one => one.getBoundingClientRect().right <= innerWidth")

    finish(site, page)


def finish(site, page):
    """Play the certain moves to the end by one press."""
    moves, pairs = almost_certain("wish", ENDING)
    key = f"evendeal practice {json.dumps(['wish', [], ENDING], separators=(',', ':'))}"
    page.evaluate(
        "([key, game]) => localStorage.setItem(key, game)",
        [key, json.dumps({"line": moves, "at": len(moves)})],
    )
    page.goto(f"{site}/practice/wish?seed={ENDING}")
    expect(page.get_by_role("button", name="Finish", exact=True)).to_be_visible()
    first, second = pairs
    page.locator(".cloth.grabs").wait_for()
    spot(page, first.split()[1]).drag_to(spot(page, second.split()[1]))
    expect(page.locator(".note")).to_contain_text("rank")  # a refusal before does not end it
    press(page, "Finish")
    expect(page.get_by_role("dialog", name=re.compile(r"You won|\d cards? left"))).to_be_visible()
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", str(len(moves) + len(pairs)))


def almost_certain(slug, seed):
    """Moves up to a position with two certain moves left, and these two."""
    for number in range(50):
        chooser, position, moves = random.Random(number), GAMES[slug].open(seed), []
        while legal := sorted(move.text for move in position.table.legal()):
            certain = describe(position)["certain"]
            if certain and certain["left"] == len(legal) == 2:
                return moves, legal
            moves.append(chooser.choice(legal))
            position = play(position, moves[-1])
    raise AssertionError("no game ends in certain moves")
