"""The mails of the site of the browsers' tests."""

import re
import time
from pathlib import Path

from .conftest import PATIENCE_MS


def code_mailed(folder: Path, address: str, words: str = "") -> str:
    """The code in the mail to this address that says these words of it."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        for file in folder.iterdir():
            text = file.read_text()
            found = re.search(rf"^Subject: (\S+) is your code {words}", text, re.M)
            if found and f"To: {address}" in text:
                return found.group(1)
        time.sleep(0.05)
    raise AssertionError("no mail has come")
