"""What a line of the log says of an error: where it happened, and nothing that it quotes."""

import asyncio
import io
import json
import logging
import logging.config
from collections.abc import Callable
from datetime import datetime

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse

from competitions.refusals import Refusal
from config.error_reports import LEFT_OUT, Seldom
from config.tracing import identified
from tests.threads import at_once

SECRET = "turn ne"


@pytest.fixture
def line() -> Callable[[logging.LogRecord], str]:
    """A record as it is written."""
    configured = dict(settings.LOGGING["formatters"]["line"])
    return logging.config.DictConfigurator({}).configure_formatter(configured).format


@pytest.fixture
def written(line, caplog) -> Callable[[], list[str]]:
    """The lines of everything that was logged, without what this process had left out before."""

    def lines() -> list[str]:
        for record in caplog.records:
            vars(record).pop(LEFT_OUT, None)
        return [line(record) for record in caplog.records]

    return lines


def refuse():
    raise Refusal("illegal_move", f"'{SECRET}': nothing lies there")


def store():
    raise IntegrityError(f"move_once_a_ply\nDETAIL: Failing row contains (7, {SECRET}).")


def fail(error):
    """An error that comes while another is being answered."""
    try:
        refuse()
    except Refusal:
        raise error  # noqa: B904 - the other one is what this is about


def logged(act, *said):
    try:
        act()
    except Exception:
        logging.getLogger("competitions").exception(*(said or ("it broke",)))


def test_an_error_is_one_line_with_the_places_it_went_through(written):
    logged(store)
    [text] = written()
    assert "\n" not in text
    assert "it broke [Traceback: IntegrityError < tests/config/test_reporting.py:" in text
    assert " store < tests/config/test_reporting.py:" in text


@pytest.mark.parametrize(
    "error", [RuntimeError(SECRET), OperationalError("disk I/O error"), KeyError(SECRET)]
)
def test_no_error_quotes_a_move_nor_do_those_it_came_from(written, error):
    logged(lambda: fail(error))
    [text] = written()
    assert SECRET not in text
    assert " after Refusal < " in text


def test_what_is_wrong_with_the_machine_is_told(written):
    logged(lambda: fail(OperationalError("disk I/O\nerror")))
    assert "OperationalError: disk I/O error <" in written()[0]


def test_an_error_that_is_part_of_what_is_said_is_told_by_its_kind(written):
    """The server logs so: the error is in the message as well."""
    try:
        refuse()
    except Refusal as error:
        logging.getLogger("daphne.server").error("Exception inside application: %s", error, exc_info=error)
    [text] = written()
    assert "Exception inside application: Refusal [Traceback: Refusal <" in text
    assert SECRET not in text


def test_the_loop_tells_neither_what_a_task_raised_nor_what_a_callback_was_given(written):
    async def leave_alone():
        asyncio.get_running_loop().call_soon(lambda move: 1 / 0, SECRET)
        task = asyncio.create_task(asyncio.to_thread(refuse))
        await asyncio.wait([task])
        del task

    asyncio.run(leave_alone())
    texts = written()
    assert len(texts) == 2
    assert not any(SECRET in text or "\n" in text for text in texts)


def test_a_message_of_more_lines_is_cut_to_its_first(written):
    logging.getLogger("competitions").error("first\nsecond %s", "x")
    line = json.loads(written()[0])
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {"level": "ERROR", "logger": "competitions", "message": "first"}


def test_a_line_has_the_id_of_the_request_that_its_answer_has(line):
    """Requests at the same moment, in threads of their own, have ids of their own."""

    def view(request):
        record = logging.makeLogRecord({"msg": "at work"})
        return HttpResponse(json.loads(line(record))["request_id"])

    answers = at_once(*[lambda: identified(view)(HttpRequest())] * 3)
    assert len({answer.content for answer in answers}) == 3
    assert all(answer.content.decode() == answer["X-Request-ID"] for answer in answers)


def test_other_handlers_are_told_the_same_as_before(line, caplog):
    logged(store)
    [record] = caplog.records
    line(record)
    assert record.exc_info is not None


class Log:
    """What a handler of ours writes, by a clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        configured = settings.LOGGING["handlers"]["stderr"]
        assert configured["filters"] == ["seldom"]
        self.stream = io.StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.addFilter(Seldom(lambda: self.now))
        self.handler.setFormatter(
            logging.config.DictConfigurator({}).configure_formatter(
                dict(settings.LOGGING["formatters"][configured["formatter"]])
            )
        )

    def new(self) -> list[str]:
        """The messages of the lines since the last time."""
        lines = self.stream.getvalue().splitlines()
        self.stream.seek(0)
        self.stream.truncate()
        return [json.loads(line)["message"] for line in lines]


@pytest.fixture
def log():
    log = Log()
    logger = logging.getLogger("competitions")
    logger.addHandler(log.handler)
    yield log
    logger.removeHandler(log.handler)


def away(text="disk I/O error"):
    raise OperationalError(text)


def away_elsewhere():
    raise OperationalError("connection refused")


def test_a_flood_of_one_kind_is_one_line_a_minute_and_says_how_many_were_left_out(log):
    for number in range(1000):
        logged(away if number % 2 else away_elsewhere, "request %d failed", number)
    [line] = log.new()
    assert line.startswith("request 0 failed [Traceback: OperationalError")
    log.now += Seldom.EVERY_S - 0.1
    logged(away, "request %d failed", 1000)
    assert log.new() == []
    log.now += 0.1
    logged(away, "request %d failed", 1001)
    [line] = log.new()
    assert line.startswith("request 1001 failed [Traceback: OperationalError")
    assert line.endswith(" [left out before: 1000 x competitions request %d failed]")
    log.now += Seldom.EVERY_S
    logged(away, "request %d failed", 1002)
    assert "left out" not in log.new()[0]


def test_a_flood_that_has_ended_is_told_by_the_next_line_of_any_kind(log):
    for _ in range(5):
        logged(away)
    log.now += Seldom.EVERY_S
    logging.getLogger("competitions").warning("something else")
    assert log.new()[1:] == ["something else [left out before: 4 x competitions it broke]"]


def test_other_faults_are_told_beside_a_flood(log):
    for _ in range(3):
        logged(away)
        logged(store)
        logged(lambda: fail(RuntimeError(SECRET)))
        logged(lambda: fail(KeyError(SECRET)))
        logging.getLogger("competitions").error("it broke")
        logging.getLogger("competitions.web").error("it broke")
    assert len(log.new()) == 6


def test_what_is_no_fault_is_never_left_out(log):
    logger = logging.getLogger("competitions")
    logger.setLevel(logging.INFO)
    for _ in range(3):
        logger.info("begun")
    logger.setLevel(logging.NOTSET)
    assert log.new() == ["begun"] * 3


def test_messages_that_nobody_foresaw_do_not_fill_the_memory(log):
    log.handler.filters[0].MOST_KINDS = 10
    for number in range(1000):
        logging.getLogger("competitions").error(f"fault {number}")
    assert len(log.new()) == 11
    assert len(log.handler.filters[0].kinds) == 11


def test_what_strangers_and_loops_fill_in_is_neither_a_kind_nor_told(log):
    for name in ("django.security.DisallowedHost", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(log.handler)
        for number in range(3):
            logger.error(f"Exception in callback tell('{SECRET}', {number})")
        log.now += Seldom.EVERY_S
        logging.getLogger("competitions").warning("after it, %s", name)
        logger.removeHandler(log.handler)
    lines = log.new()
    assert len(lines) == 4
    assert lines[1].endswith("[left out before: 2 x django.security.DisallowedHost]")
    assert lines[3].endswith("[left out before: 2 x asyncio]")
