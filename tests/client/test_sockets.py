"""Playing and watching over sockets that break, without a network."""

import json
from typing import Any

import pytest

from evendeal.errors import AttemptFinished, Forbidden, IllegalMove, NotFound, StalePly, Unreachable
from evendeal.feeds import SILENCE_S, FeedTalk, NoticesTalk
from evendeal.tables import ANSWER_S, REST_FOR_S, TableTalk
from evendeal.talk_steps import Hear, Lost, Open, Say

from .conversations import Other, answer, of, problem

TICKET = answer(201, '{"ticket": "once", "expires_at": "soon"}')
GONE = Lost("gone", code=1012)


def view(ply: int, state: str = "running") -> str:
    return json.dumps({"type": "view", "view": {"ply": ply}, "state": state})


def error(code: str, **facts: Any) -> str:
    return json.dumps({"type": "error", "code": code, "detail": "No.", **facts})


def table(other: Other, ply: int = 0) -> TableTalk:
    return TableTalk(other.caller, {"id": "a", "view": {"ply": ply}, "state": "running"})  # type: ignore[typeddict-item]


def said(other: Other) -> list[Any]:
    return [json.loads(step.text) for step in of(other.steps, Say)]


@pytest.mark.parametrize("language", [None, "de"])
def test_moves_go_over_one_socket_that_a_ticket_opens_in_the_language_of_the_client(
    language: str | None,
) -> None:
    other = Other(TICKET, None, view(0), None, view(1), None, view(2, "finished"), language=language)
    talk = table(other)
    assert [other.carry(talk.play(move))["ply"] for move in ("turn", "redeal")] == [1, 2]
    assert said(other) == [{"ply": 0, "move": "turn"}, {"ply": 1, "move": "redeal"}]
    asked = {"Accept-Language": language} if language else {}
    assert of(other.steps, Open) == [Open("/ws/v1/attempts/a?ticket=once", asked)]
    assert talk.state == "finished"


@pytest.mark.parametrize(
    ("came", "times"),
    [
        pytest.param((view(0), view(1)), 1, id="a view of before the move"),
        pytest.param((GONE, TICKET, None, view(1), None, view(1)), 2, id="the socket breaks"),
        pytest.param((Lost("timed out"), TICKET, None, view(1), None, view(1)), 2, id="it stays silent"),
    ],
)
def test_a_move_that_was_not_answered_is_sent_again_with_its_ply(came: tuple[Any, ...], times: int) -> None:
    other = Other(TICKET, None, view(0), None, *came)
    assert other.carry(table(other).play("turn"))["ply"] == 1
    assert said(other) == [{"ply": 0, "move": "turn"}] * times
    assert len(other.pauses) == times - 1
    assert {step.within_s for step in of(other.steps, Hear)} == {ANSWER_S}


def test_where_no_socket_can_be_had_moves_go_over_rest_and_sockets_are_tried_more_and_more_seldom() -> None:
    refused = (TICKET, Lost("no sockets here")) * 3
    rest = [answer(200, json.dumps({"view": {"ply": n}, "state": "running"})) for n in range(5)]
    other = Other(*refused, *rest[1:3], *refused, *rest[3:], TICKET, None, view(4), None, view(5))
    talk = table(other)
    assert [other.carry(talk.play("turn"))["ply"] for _ in range(2)] == [1, 2]
    assert other.requests[-2:] == [("POST", "/api/v1/attempts/a/moves")] * 2
    for ply, later_s in ((3, REST_FOR_S), (4, REST_FOR_S), (5, 2 * REST_FOR_S)):
        other.clock.now += later_s
        assert other.carry(talk.play("turn"))["ply"] == ply
    assert len(of(other.steps, Open)) == 7


def test_a_refused_move_is_raised_and_its_view_is_kept() -> None:
    other = Other(TICKET, None, view(0), None, error("illegal_move", ply=0, view={"ply": 0, "new": 1}))
    talk = table(other)
    with pytest.raises(IllegalMove):
        other.carry(talk.play("turn"))
    assert talk.view == {"ply": 0, "new": 1}


def test_the_end_by_the_clock_is_raised_and_the_game_is_over() -> None:
    ended = answer(200, '{"view": {"ply": 0, "legal": []}, "state": "finished"}')
    other = Other(TICKET, None, view(0), None, error("attempt_finished"), ended)
    talk = table(other)
    with pytest.raises(AttemptFinished):
        other.carry(talk.play("turn"))
    assert (talk.state, talk.view["legal"]) == ("finished", [])


@pytest.mark.parametrize("code", ["stale_ply", "rate_limited", "unavailable"])
def test_what_may_not_be_the_last_word_is_asked_again_over_rest(code: str) -> None:
    other = Other(
        TICKET, None, view(0), None, error(code), answer(200, '{"view": {"ply": 1}, "state": "running"}')
    )
    assert other.carry(table(other).play("turn"))["ply"] == 1


def test_a_move_in_the_place_of_another_devices_is_stale() -> None:
    other = Other(TICKET, None, view(0), None, error("stale_ply"), problem(409, "stale_ply"))
    with pytest.raises(StalePly):
        other.carry(table(other).play("turn"))


def test_an_attempt_of_somebody_else_is_not_tried_again() -> None:
    other = Other(TICKET, None, Lost("You have no such attempt.", code=4404))
    with pytest.raises(NotFound, match="no such attempt"):
        other.carry(table(other).play("turn"))
    assert not other.pauses


def test_taking_back_and_giving_up_go_over_rest() -> None:
    back = answer(200, '{"view": {"ply": 4}, "state": "running"}')
    ended = answer(200, '{"view": {"ply": 4}, "state": "given_up", "score": 3}')
    other = Other(back, ended)
    talk = table(other, ply=5)
    assert other.carry(talk.undo())["ply"] == 4
    assert other.carry(talk.finish())["score"] == 3
    assert talk.state == "given_up"
    assert [url for _, url in other.requests] == ["/api/v1/attempts/a/undo", "/api/v1/attempts/a/finish"]


# Watching


def standings(version: int) -> str:
    return json.dumps({"type": "standings", "version": version, "results": []})


def test_a_watcher_goes_on_from_the_newest_version_after_a_restart() -> None:
    away = Lost("refused", arrived=False)
    other = Other(None, standings(7), GONE, away, away, None, '{"type": "state"}', standings(9), token=None)
    talk = FeedTalk(other.caller, "c")
    heard = [other.carry(talk.message()) for _ in range(3)]
    assert [message.get("version") for message in heard] == [7, None, 9]
    assert [step.url for step in of(other.steps, Open)] == [
        "/ws/v1/competitions/c",
        *["/ws/v1/competitions/c?since=7"] * 3,
    ]
    assert other.pauses == [0.25, 0.5, 1.0]


def test_after_a_message_patience_begins_anew() -> None:
    other = Other(None, GONE, None, standings(1), GONE, None, standings(2), token=None)
    talk = FeedTalk(other.caller, "c")
    for _ in range(2):
        other.carry(talk.message())
    assert other.pauses == [0.25, 0.25]


def test_a_service_that_stays_away_is_given_up() -> None:
    other = Other(*[Lost("refused", arrived=False)] * 100, token=None, patience_s=10)
    with pytest.raises(Unreachable, match="refused"):
        other.carry(FeedTalk(other.caller, "c").message())


def test_a_watcher_who_may_not_watch_is_told_at_once() -> None:
    other = Other(TICKET, None, Lost("There is no such competition.", code=4404))
    with pytest.raises(NotFound):
        other.carry(FeedTalk(other.caller, "c").message())


def test_who_hears_notices_comes_back_after_a_restart_and_not_once_they_may_not() -> None:
    unread = '{"type": "unread", "unread": 1}'
    barred = Lost("This token may not read.", code=4403)
    other = Other(TICKET, None, unread, GONE, TICKET, None, unread, barred)
    talk = NoticesTalk(other.caller)
    assert [other.carry(talk.message())["unread"] for _ in range(2)] == [1, 1]
    assert of(other.steps, Open) == [Open("/ws/v1/notices?ticket=once")] * 2
    with pytest.raises(Forbidden):
        other.carry(talk.message())


def test_a_line_that_says_nothing_is_lost_and_another_is_opened() -> None:
    other = Other(TICKET, None, Lost("silence"), TICKET, None, '{"type": "unread", "unread": 2}')
    assert other.carry(NoticesTalk(other.caller).message())["unread"] == 2
    assert len(of(other.steps, Open)) == 2
    assert {step.within_s for step in of(other.steps, Hear)} == {SILENCE_S}


def test_messages_of_kinds_that_nobody_knows_are_passed_over() -> None:
    noise = ('{"type": "alive"}', '{"type": ["unread"]}', "{}")
    other = Other(None, *noise, standings(3), token=None)
    assert other.carry(FeedTalk(other.caller, "c").message())["version"] == 3


def test_a_watcher_of_a_site_that_began_anew_goes_on_from_its_lower_version() -> None:
    other = Other(None, standings(9), GONE, None, standings(4), GONE, None, standings(5), token=None)
    talk = FeedTalk(other.caller, "c")
    assert [other.carry(talk.message())["version"] for _ in range(3)] == [9, 4, 5]
    assert [step.url for step in of(other.steps, Open)][1:] == [
        "/ws/v1/competitions/c?since=9",
        "/ws/v1/competitions/c?since=4",
    ]
