"""What a line of the log says of an error: where it happened, and nothing that it quotes."""

import asyncio
import logging
import logging.config
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError

from competitions.refusals import Refusal

SECRET = "turn ne"


@pytest.fixture
def line() -> Callable[[logging.LogRecord], str]:
    """A record as it is written."""
    configured = dict(settings.LOGGING["formatters"]["line"])
    return logging.config.DictConfigurator({}).configure_formatter(configured).format


@pytest.fixture
def written(line, caplog) -> Callable[[], list[str]]:
    """The lines of everything that was logged."""
    return lambda: [line(record) for record in caplog.records]


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
    assert written()[0].endswith("competitions: first")


def test_other_handlers_are_told_the_same_as_before(line, caplog):
    logged(store)
    [record] = caplog.records
    line(record)
    assert record.exc_info is not None
