"""The page of one player in a contest, and the way from a score to its game."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.contests.rename_entry import rename_entry
from competitions.models import Round

from .playing import close, play, play_sealed, start
from .reading import read, says
from .walks import moves_in

pytestmark = pytest.mark.django_db


def path_of(log):
    return f"/c/{log.entry.competition_id}/players/{log.entry_id}"


def page_of(browser, log):
    return " ".join(read(browser, path_of(log)).split())


def test_it_says_the_place_and_every_round(stranger, contest, rival, player):
    competition = contest("wish", "pyramid", "three-by-three")
    log = play(competition, rival, [], number=2)
    play(competition, player("Ada"), [])
    start(competition, rival, number=3)
    page = page_of(stranger, log)
    for text in (
        '<bdi lang="">Ray Rival</bdi></h1>',
        "joint 1st of 2 so far · total 90 · 28 in 1 of 3 rounds · playing now",
        'Round 1: Wish </th> <td class="total"><span class="none">not yet</span>',
        "Round 2: Pyramid <a",
        '<span class="tag playing">playing</span>',
    ):
        assert text in page


def test_it_says_that_a_contest_is_over(stranger, contest, rival):
    competition = contest("wish", "pyramid")
    log = play(competition, rival, [])
    close(competition)
    page = page_of(stranger, log)
    says(page, '<p class="facts">total 60 · 32 in 1 of 2 rounds</p>', "not played", lacks=["so far"])


def test_games_are_to_watch_for_whom_the_embargo_shows_them(stranger, mine, contest, rival):
    competition = contest(play="sealed")
    log = play_sealed(competition, rival, [])
    assert ">Result<" in page_of(stranger, log)
    assert "You can watch games once the round has closed for everyone." in page_of(stranger, log)
    assert ">Watch<" in page_of(mine, log)
    assert "You can watch" not in page_of(mine, log)
    close(competition)
    assert ">Watch<" in page_of(stranger, log)


def test_a_score_leads_to_the_result_that_counts(stranger, contest, rival):
    competition = contest(attempts=2, counts="first")
    first, _ = (play(competition, rival, moves) for moves in ([], moves_in(competition)))
    answer = stranger.get(f"{path_of(first)}/rounds/1")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/results/{first.pk}")


def test_what_is_not_there_is_not_found(stranger, contest, rival, player):
    competition, other = contest("wish", "pyramid"), contest()
    log = play(competition, rival, [])
    start(competition, rival, number=2)
    for path in (
        f"{path_of(log)}/rounds/2",
        f"{path_of(log)}/rounds/3",
        f"/c/{other.pk}/players/{log.entry_id}",
        f"/c/{other.pk}/players/{log.entry_id}/rounds/1",
        f"/c/{competition.pk}/players/2222222222222222",
        f"/c/{competition.pk}/players/x",
    ):
        assert stranger.get(path).status_code == 404
    assert stranger.post(path_of(log)).status_code == 405


def test_it_makes_as_many_queries_for_many_rounds_as_for_two(
    mine, contest, rival, django_assert_num_queries, django_assert_max_num_queries
):
    few, many = contest("wish", "pyramid"), contest(*["wish"] * 6)
    logs = [play(each, rival, []) for each in (few, many)]
    with django_assert_max_num_queries(12) as asked:
        page_of(mine, logs[0])
    with django_assert_num_queries(len(asked.captured_queries)):
        page_of(mine, logs[1])


def test_whom_the_organiser_calls_otherwise_is_called_so_on_every_page(stranger, contest, owner, rival):
    competition = contest()
    log = play(competition, rival, [])
    rename_entry(
        competition=competition,
        organiser=owner,
        entry=log.entry,
        name="Player One",
        reason="Unfit.",
        now=timezone.now(),
    )
    results = f"/results/{log.pk}"
    for path in (f"/c/{competition.pk}", f"/c/{competition.pk}/room", path_of(log), results):
        page = read(stranger, path)
        assert "Player One" in page, path
        assert "Ray Rival" not in page, path


def test_a_place_over_all_rounds_says_after_which(stranger, contest, rival, player):
    competition = contest("wish", "pyramid", "well")
    later = timezone.now() + timedelta(hours=1)
    Round.objects.filter(competition=competition, number__gte=2).update(opens_at=later)
    log = play(competition, rival, [])
    play(competition, player("Ada"), [])
    assert "joint 1st of 2 after round 1 · total" in page_of(stranger, log)
