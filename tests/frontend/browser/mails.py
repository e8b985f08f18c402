"""The mails of the site of the browsers' tests."""

import re
from pathlib import Path

from tests.waiting import until


def code_mailed(folder: Path, address: str, words: str = "") -> str:
    """The code in the mail to this address that says these words of it."""
    subject = re.compile(rf"^Subject: (\S+) is your code {words}", re.M)

    def codes() -> list[str]:
        mails = [text for file in folder.iterdir() if f"To: {address}" in (text := file.read_text())]
        return [found.group(1) for text in mails if (found := subject.search(text))]

    return until(codes, "no mail has come")[0]
