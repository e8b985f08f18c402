"""A client that changes what it has read may say what it was (`If-Match`), and overwrites nothing that is
newer."""

from functools import partial

import pytest

from competitions.api.describe import description_of
from tests.threads import at_once

from .stored import row_counts
from .test_schema import operations


@pytest.fixture
def event(owner, rival):
    event = owner.create(access="invite")
    owner.post(f"/competitions/{event['id']}/organisers", {"name": "Ray Rival"})
    return event


@pytest.fixture
def path(event):
    return f"/competitions/{event['id']}"


def test_what_is_as_it_was_read_is_changed_and_what_has_changed_since_is_left_as_it_is(owner, rival, path):
    tag = owner.get(path).headers["etag"]
    changed = owner.patch(path, {"about": "So."}, If_Match=tag)
    assert (changed.status, changed.body["about"]) == (200, "So.")
    assert changed.headers["etag"] == owner.get(path).headers["etag"] != tag
    tag = changed.headers["etag"]
    assert owner.patch(path, {"about": "And so on."}, If_Match=tag).status == 200
    before = row_counts()
    refused = owner.patch(path, {"about": "Mine!"}, If_Match=tag)
    assert refused.outcome == (412, "precondition_failed")
    assert (owner.get(path).body["about"], row_counts()) == ("And so on.", before)
    assert rival.patch(path, {"about": "Mine!"}, If_Match=owner.get(path).headers["etag"]).status == 200


def test_what_time_has_changed_has_changed(owner, clock):
    event = owner.create(opens_at=clock.after(hours=1))
    path = f"/competitions/{event['id']}"
    tag = owner.get(path).headers["etag"]
    clock.forward(hours=2)
    assert owner.patch(path, {"about": "So."}, If_Match=tag).outcome == (412, "precondition_failed")


TAGS = [
    *(("{tag}", 200), ('"a", {tag}, "b"', 200), ("*", 200), (" * ", 200)),
    *(('"a"', 412), ("W/{tag}", 412), ("nonsense", 412), ("", 412), ("{tag}x", 412)),
]


def test_a_tag_holds_if_it_is_just_this_one_and_covers_no_warnings(owner, path):
    for written, status in TAGS:
        tag = owner.get(path).headers["etag"]
        assert owner.patch(path, {"about": "So."}, If_Match=written.format(tag=tag)).status == status
    changed = owner.patch(path, {"about": "So.", "colour": "red"})
    assert changed.body["warnings"]
    assert changed.headers["etag"] == owner.get(path).headers["etag"]


def test_a_tag_is_that_of_its_caller(owner, stranger, rival, event, path):
    """An entrant sees no code, so a tag that they read differs from an organiser's."""
    stranger.join(event, invite=event["invite"])
    theirs = stranger.get(path).headers["etag"]
    assert theirs != owner.get(path).headers["etag"] == rival.get(path).headers["etag"]
    assert owner.patch(path, {"about": "So."}, If_Match=theirs).status == 412
    assert stranger.patch(path, {"about": "So."}, If_Match=theirs).outcome == (403, "forbidden")


@pytest.mark.parametrize("change", [{"name": "Ray Renamed"}, {"profile": "private"}])
def test_a_player_is_changed_as_they_were_read(rival, change):
    tag = rival.get("/me").headers["etag"]
    changed = rival.patch("/me", change, If_Match=tag)
    assert changed.status == 200
    assert changed.headers["etag"] == rival.get("/me").headers["etag"] != tag
    for late in ({"name": "Ray Again"}, {"profile": "public"}):
        assert rival.patch("/me", late, If_Match=tag).outcome == (412, "precondition_failed")
    assert rival.get("/me").headers["etag"] == changed.headers["etag"]


def test_whatever_can_be_changed_is_held_to_it():
    """What is changed by PATCH has a tag where it is read, so that there is something to match."""
    changing = {description_of(view, "PATCH").name for method, _, view in operations() if method == "PATCH"}
    tested = {"change_competition", "change_me"} | {
        "change_circle",
        "change_series",
    }  # these where circles and series are
    assert changing == tested, "and has its tests here"
    assert all(view.kept.tagged for method, _, view in operations() if method == "PATCH")


class TestAtOnce:
    @pytest.fixture
    def anyone(self, committed):
        return committed

    @pytest.mark.parametrize("of", ["a contest", "a player"])
    def test_of_two_who_have_read_the_same_one_changes_it(self, owner, rival, path, of):
        at, field, pair = (
            (path, "about", (owner, rival)) if of == "a contest" else ("/me", "name", (owner, owner))
        )
        for n in range(3):
            [tag] = {who.get(at).headers["etag"] for who in pair}
            asked = [(who, f"Olga {n} {'xy'[k]}") for k, who in enumerate(pair)]
            answers = at_once(*[partial(who.patch, at, {field: to}, If_Match=tag) for who, to in asked])
            assert sorted(answer.status for answer in answers) == [200, 412]
            [done] = (answer.body[field] for answer in answers if answer.status == 200)
            assert owner.get(at).body[field] == done
