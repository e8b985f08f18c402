"""The calendars of a contest, of a series and of a player: when to play, and nothing of results."""

from urllib.parse import urlsplit

import pytest
from icalendar import Calendar

from competitions.models import Player
from tests.jobs.work import do_all_due
from tests.languages import speak_german


@pytest.fixture
def read():
    """The events of a calendar, as a caller of the API reads them: name, begin, end and status."""

    def read(player, path):
        answer = player.request("GET", path)
        assert answer.status == 200, answer.raw
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        calendar = Calendar.from_ical(answer.raw.decode())
        assert calendar["X-WR-CALNAME"] == calendar["NAME"], "each is there once"
        return calendar.events

    return read


def told(events):
    return [
        (str(each["SUMMARY"]), f"{each.start:%m-%d %H:%M}", f"{each.end:%m-%d %H:%M}", str(each["STATUS"]))
        for each in events
    ]


def test_a_contest_says_when_it_opens_and_closes(owner, anyone, template, read):
    event = template(name="Club; night, \\ one", about="Bring cards.\n\nAnd tea.")
    [only] = read(anyone, f"/competitions/{event['id']}.ics")
    assert told([only]) == [("Club; night, \\ one", "11-21 12:00", "11-21 16:00", "CONFIRMED")]
    assert str(only["URL"]) == event["url"]
    assert str(only["DESCRIPTION"]) == f"Bring cards.\n\nAnd tea.\n\n{event['url']}"
    owner.act(event, "cancel")
    [only] = read(anyone, f"/competitions/{event['id']}.ics")
    assert told([only])[0][3] == "CANCELLED"


def test_rounds_at_different_times_have_an_event_each(owner, anyone, clock, read):
    rounds = [
        {"game": "wish", "closes_at": clock.after(hours=1)},
        {"game": "wish", "opens_at": clock.after(hours=1)},
    ]
    event = owner.create(play="sealed", opens_at=clock.after(), closes_at=clock.after(hours=2), rounds=rounds)
    first, second = read(anyone, f"/competitions/{event['id']}.ics")
    assert told([first, second]) == [
        ("Friday evening: round 1", "11-21 12:00", "11-21 13:00", "CONFIRMED"),
        ("Friday evening: round 2", "11-21 13:00", "11-21 14:00", "CONFIRMED"),
    ]
    assert first.uid != second.uid


def test_a_draft_has_a_calendar_for_its_organisers_alone(owner, anyone, read):
    draft = owner.create(draft=True)
    assert anyone.get(f"/competitions/{draft['id']}.ics").status == 404
    assert len(read(owner, f"/competitions/{draft['id']}.ics")) == 1


def test_a_series_has_its_contests_and_its_next_dates_without_the_skipped(owner, anyone, start, read):
    """A date keeps its name when its contest is made, so that calendars do not show it twice."""
    series = start().body
    planned = read(anyone, f"/series/{series['id']}.ics")
    do_all_due()
    owner.post(f"/series/{series['id']}/skip", {"date": "2026-12-03"})
    events = read(anyone, f"/series/{series['id']}.ics")
    assert told(events)[:2] == [
        ("Friday evening, 26 November 2026", "11-26 18:00", "11-26 22:00", "CONFIRMED"),
        ("Friday evening", "12-10 18:00", "12-10 22:00", "CONFIRMED"),
    ]
    summer = next(each for each in events if f"{each.start:%m-%d}" == "04-01")
    assert f"{summer.start:%H:%M}" == "17:00", "the local hour holds"
    assert [planned[0].uid, planned[2].uid] == [each.uid for each in events[:2]]
    assert len({each.uid for each in events}) == len(events)


def test_a_players_calendar_opens_by_its_newest_secret_address_alone(owner, rival, anyone, template, read):
    event = template(access="invite")
    assert rival.join(event, invite=event["invite"]).status == 201
    template(name="Somebody else's")

    def made():
        answer = rival.request("POST", "/me/calendar", b"{}", Content_Type="application/json")
        assert answer.status == 201
        parts = urlsplit(answer.body["url"])
        return f"{parts.path.removeprefix('/api/v1')}?{parts.query}"

    first, second = made(), made()
    assert [name for name, *_ in told(read(anyone, second))] == ["Friday evening"]
    assert anyone.request("GET", first).status == 404
    assert anyone.get("/me.ics").refused_for("key")
    assert anyone.get("/me.ics", key="x").refused_for("key")
    assert anyone.request("POST", "/me/calendar", b"{}", Content_Type="application/json").status == 401
    assert rival.request("DELETE", "/me/calendar").status == 204
    assert anyone.request("GET", second).status == 404


def test_a_calendar_tells_nothing_of_results(owner, rival, anyone, template, clock, read):
    event = template(standings="final")
    path = f"/competitions/{event['id']}.ics"
    before = anyone.request("GET", path).raw
    assert rival.join(event).status == 201
    assert rival.submit(event, []).status == 201
    clock.forward(hours=1)
    assert anyone.request("GET", path).raw == before


def test_old_contests_leave_a_players_calendar(rival, anyone, template, clock):
    event = template()
    rival.join(event)
    made = rival.request("POST", "/me/calendar", b"{}", Content_Type="application/json").body["url"]
    path = made.partition("/api/v1")[2]
    assert b"VEVENT" in anyone.request("GET", path).raw
    clock.forward(days=61)
    assert b"VEVENT" not in anyone.request("GET", path).raw


def test_a_players_calendar_is_in_their_language_whoever_reads_it(
    rival, owner, anyone, read, settings, tmp_path
):
    speak_german(settings, tmp_path, {"%(contest)s: round %(number)d": "%(contest)s: Runde %(number)d"})
    Player.objects.filter(pk=rival.player["id"]).update(language="de")
    rounds = [{"game": "wish", "opens_at": "2026-11-22T12:00:00Z"}, {"game": "wish"}]
    event = owner.create(play="sealed", closes_at="2026-11-23T12:00:00Z", rounds=rounds)
    rival.join(event)
    made = rival.request("POST", "/me/calendar", b"{}", Content_Type="application/json").body["url"]
    path = made.partition("/api/v1")[2]
    for address, language, word in (
        (path, "de", "Runde"),
        (f"/competitions/{event['id']}.ics", "en", "round"),
    ):
        assert [str(each["SUMMARY"]) for each in read(anyone, address)] == [
            f"Friday evening: {word} {number}" for number in (1, 2)
        ]
        headers = anyone.request("GET", address).headers
        assert headers["content-language"] == language
        assert ("Accept-Language" in headers["vary"]) == (address != path)
