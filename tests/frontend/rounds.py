"""What the tests of a round's page do with it."""

from .reading import read


def page_of(browser, competition, number=1, status=200):
    return read(browser, f"/c/{competition.pk}/rounds/{number}", status)


def deal(browser, competition, number=1):
    return browser.post(f"/c/{competition.pk}/rounds/{number}/deal")
