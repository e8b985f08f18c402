"""Runs of dailies, reckoned from the words of the law and from nothing of the service."""

import re


def runs(marks: str) -> list[int]:
    """How many dailies were played in each run, where `x` was played and `.` was missed.

    The last run reaches up to the end, and may be empty. A miss is a rest if seven were played since the run
    began or since its last rest; any other ends the run.

    >>> runs("xxxxxxx.x"), runs("xx.x"), runs("xxxxxxx..")
    ([8], [2, 1], [7, 0])
    """
    *found, _ = re.findall(r"((?:x{7}x*\.)*x*)(?:\.|$)", f"{marks}.")
    return [run.count("x") for run in found]


def streak(marks: str) -> int:
    """The run that reaches up to the newest daily, or, as long as that may be played, to the one before."""
    return runs(marks.removesuffix("."))[-1]
