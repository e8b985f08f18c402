"""What is written to logs, at the lowest level and with every traceback."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Records(logging.Handler):
    """Keeps each record as a line would show it, and its facts besides."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        facts = {name: value for name, value in vars(record).items() if name not in ("exc_info", "exc_text")}
        self.lines += [self.format(record), repr(facts)]

    @property
    def text(self) -> bytes:
        return "\n".join(self.lines).encode(errors="replace")


@contextmanager
def everything_logged() -> Iterator[Records]:
    """Everything that any logger is given while this lasts, at every level."""
    records = Records()
    loggers = [logging.root, *filter(_is_logger, logging.root.manager.loggerDict.values())]
    before = [(logger, logger.level) for logger in loggers]
    listening = [logger for logger in loggers if logger is logging.root or not logger.propagate]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    for logger in listening:
        logger.addHandler(records)
    try:
        yield records
    finally:
        for logger in listening:
            logger.removeHandler(records)
        for logger, level in before:
            logger.setLevel(level)


def _is_logger(found: object) -> bool:
    return isinstance(found, logging.Logger)
