"""The pages that ask the most of the database, on each that we support."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from competitions.contests.create import Plan, RoundPlan, create_competition
from competitions.models import Competition
from competitions.people.register import register_guest
from games import GAMES

from .lists.shown import names, pages_from
from .playing import close, enter, play
from .reading import page_of
from .walks import walk


def made_by(organiser, now, *rounds, **settings):
    """A public contest of Wish, open play, as often as one likes."""
    plan = Plan(access="public", play="open", attempts=None, counts="best", rounds=rounds, **settings)
    return create_competition(organiser=organiser, plan=plan, now=now)


def test_a_player_finds_their_attempts_in_every_database(any_database, browser_of):
    now, wish = timezone.now(), GAMES["wish"]
    ada, bo = (register_guest(name=name, bot=False, now=now) for name in ("Ada", "Bo"))
    rounds = [RoundPlan(game=wish, rules=wish.settle_rules({}), seed=f"spring-{n}") for n in range(2)]
    made = made_by(ada, now, *rounds, name="Friday")
    competition = Competition.objects.with_rounds().get(pk=made.pk)
    moves = walk(wish, "spring-0", Random(1), longest=3)
    logs = [play(competition, bo, moves[:length]) for length in (3, 1, 0)]
    browser = browser_of(bo)
    page = page_of(browser, competition)
    assert [log.pk in page for log in logs] == [True] * 3
    assert page.count(">counts<") == 1
    assert "Play again" in browser.get(f"/c/{competition.pk}").content.decode()
    assert "Your cards are waiting" in page_of(browser, competition, number=2)


@pytest.mark.extra
def test_contests_are_listed_page_by_page_in_every_database(any_database, browser_of):
    now, day, wish = timezone.now(), timedelta(days=1), GAMES["wish"]
    ada, bo = (register_guest(name=name, bot=False, now=now) for name in ("Ada", "Bo"))
    wishes, made = RoundPlan(game=wish, rules=wish.settle_rules({})), []
    for number in range(13):  # so that those that run fill more than a page
        for name, settings in (
            ("endless", {}),
            ("Ending", {"closes_at": now + day}),
            ("Élan", {"opens_at": now + day}),
            ("over", {}),
        ):
            made.append(made_by(ada, now, wishes, name=f"{name} {number}", **settings))
            if name == "over":
                close(made[-1])
    for competition in made[:3]:
        enter(competition, bo)
    browser = browser_of(bo)
    for query, kinds in (
        ("", ("endless", "Ending", "Élan", "over")),
        ("?state=running&game=wish&play=open&q=END", ("endless", "Ending")),
        ("?state=scheduled&q=ELAN", ("Élan",)),
        ("?state=over", ("over",)),
        ("?state=cancelled", ()),
        ("?game=well", ()),
    ):
        found = [name for page in pages_from(browser, f"/contests{query}") for name in names(page)]
        assert sorted(found) == sorted(each.name for each in made if each.name.split()[0] in kinds)
    [mine] = pages_from(browser, "/contests/mine")
    assert set(names(mine)[:2]) == {"endless 0", "Ending 0"}
    assert names(mine)[2:] == ["Élan 0"]
