"""The clock of a process that imports this is the test's: the file in `TEST_CLOCK` has how many seconds it is
fast."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

_file, _now, _time = Path(os.environ["TEST_CLOCK"]), timezone.now, time.time


def _fast_s() -> float:
    return float(_file.read_text() or 0)


def _moved_now() -> datetime:
    return _now() + timedelta(seconds=_fast_s())


timezone.now = _moved_now
time.time = lambda: _time() + _fast_s()
