"""The site's secret, which signs cookies: which texts are good enough, and the file in the data folder."""

import os
import re
import secrets
import string
import tempfile
from pathlib import Path

LENGTH = 50
"""How many characters a secret must have at least."""

FEWEST_DIFFERENT = 8
"""How many different characters a secret must have at least. Among a million random numbers of fifty digits,
only two have fewer."""

TELLTALES = ("change", "example", "insecure", "password", "random", "secret")
"""Words of six letters or more, which a random text almost never contains. A secret with one of them is
refused."""

MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))' makes one."


def require_secret(text: str) -> str:
    """Return `text` if it may be the secret. Otherwise raise ValueError, with a message that does not quote
    `text`.

    The text must look random: somebody who guesses the secret can sign in as any player.
    """
    if len(text) < LENGTH:
        raise ValueError(f"must be at least {LENGTH} random characters, and has {len(text)}; {MAKE_ONE}")
    if len(set(text)) < FEWEST_DIFFERENT or _repeats(text):
        raise ValueError(f"must be random, and says the same again and again; {MAKE_ONE}")
    if _reads_like_words(text):
        raise ValueError(f"must be random, and reads like words; {MAKE_ONE}")
    return text


def _repeats(text: str) -> bool:
    """Whether the whole text is a shorter text, repeated."""
    return any(text[period:] == text[:-period] for period in range(1, len(text) // 2 + 1))


def _reads_like_words(text: str) -> bool:
    """Whether the text looks like words and not like random characters: it has digits only at its end and
    capitals only where words have them, or it has one of the `TELLTALES`."""
    words = text.rstrip(string.digits)
    capitals = words.isupper() or not re.search("[A-Z]{2}", words)
    plain = words and not any(character.isdigit() for character in words)
    return bool(plain and capitals) or any(word in text.lower() for word in TELLTALES)


def kept_secret(folder: Path) -> str:
    """The secret in `folder`. The first start creates it, readable only by its owner.

    Raises OSError if the file can be neither read nor created, and ValueError if it has no valid secret. A
    bad file is not replaced, because a new secret would sign everybody out, and guests could not sign in
    again.
    """
    kept = folder / "secret"
    if not kept.exists():
        _make(kept)
    try:
        return require_secret(kept.read_text())
    except ValueError:  # reading also raises ValueError if the file is not text
        raise ValueError(
            f"holds a damaged secret: {kept} is not at least {LENGTH} random characters. "
            "Put back the old secret; or remove the file, which signs everybody out."
        ) from None


def _make(kept: Path) -> None:
    # The secret is written to a temporary file, and `kept` is then made as a link to that file. So `kept` is
    # complete as soon as it exists. A link never replaces a file: if two processes start at once, the first
    # one's secret stays.
    handle, written = tempfile.mkstemp(dir=kept.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            # Without this, after a power failure, the file's name might exist without its content.
            os.fsync(file.fileno())
        os.link(written, kept)
    except FileExistsError:
        pass
    finally:
        os.unlink(written)
