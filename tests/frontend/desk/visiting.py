"""Reading the desk and acting there, in a browser without scripts."""

import re

from competitions.models import Competition

REASON = {"reason": "A reason."}


def path_of(competition, *more):
    return "/".join((f"/c/{competition.pk}/desk", *more))


def words_of(answer):
    main = answer.content.decode().split('<main id="main" tabindex="-1">', 1)[1]
    words = " ".join(re.sub(r"<[^>]*>", " ", main).split())
    return re.sub(r" ([,:.])", r"\1", words)


def page_of(browser, competition, query=""):
    answer = browser.get(path_of(competition) + query)
    assert answer.status_code == 200
    return words_of(answer)


def acts_on(browser, competition):
    """The acts whose links are on the desk."""
    page = browser.get(path_of(competition)).content.decode()
    return set(re.findall(r"/desk/(?:players/\w+/)?([a-z-]+)\"", page))


def asked(browser, competition, *act):
    """What the page says that asks before an act."""
    answer = browser.get(path_of(competition, *act))
    assert answer.status_code == 200
    return words_of(answer)


def did(browser, competition, *act, **form):
    """The desk after an act, with its notice."""
    answer = browser.post(path_of(competition, *act), form, follow=True)
    assert (answer.status_code, len(answer.redirect_chain)) == (200, 1), words_of(answer)
    return words_of(answer)


def refused(browser, competition, *act, status, **form):
    answer = browser.post(path_of(competition, *act), form)
    assert answer.status_code == status
    return words_of(answer)


def read_again(competition):
    return Competition.objects.with_rounds().get(pk=competition.pk)
