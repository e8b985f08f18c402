"""What the tests of a round's page do with it."""


def page_of(browser, competition, number=1, status=200):
    answer = browser.get(f"/c/{competition.pk}/rounds/{number}")
    assert answer.status_code == status
    return answer.content.decode()


def deal(browser, competition, number=1):
    return browser.post(f"/c/{competition.pk}/rounds/{number}/deal")
