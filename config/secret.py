"""The secret that signs cookies: which texts may be it, and the one that is kept in the data folder."""

import os
import re
import secrets
import string
import tempfile
from pathlib import Path

LENGTH = 50
"""How many characters it must have at least."""

FEWEST_DIFFERENT = 8
"""How many different characters it must have: fifty random digits have fewer only once in millions."""

TELLTALES = ("change", "example", "insecure", "password", "random", "secret")
"""Six letters or more: no random text holds such a word."""

MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))' makes one."


def require_secret(text: str) -> str:
    """`text`, if it may be the secret; else raises ValueError with what is wrong, never with the text.

    A text that does not look random was copied from a page or made up by a person; anyone who guesses it can
    sign in as anybody.
    """
    if len(text) < LENGTH:
        raise ValueError(f"must be at least {LENGTH} random characters, and has {len(text)}; {MAKE_ONE}")
    if len(set(text)) < FEWEST_DIFFERENT or _repeats(text):
        raise ValueError(f"must be random, and says the same again and again; {MAKE_ONE}")
    if _reads_like_words(text):
        raise ValueError(f"must be random, and reads like words; {MAKE_ONE}")
    return text


def _repeats(text: str) -> bool:
    """Whether it is a shorter text repeated."""
    return any(text[period:] == text[:-period] for period in range(1, len(text) // 2 + 1))


def _reads_like_words(text: str) -> bool:
    """Whether it has no digit but at its end, and its capitals as words have them; or a word that tells."""
    words = text.rstrip(string.digits)
    capitals = words.isupper() or not re.search("[A-Z]{2}", words)
    plain = words and not any(character.isdigit() for character in words)
    return bool(plain and capitals) or any(word in text.lower() for word in TELLTALES)


def kept_secret(folder: Path) -> str:
    """The secret in `folder`, made at the first start. Only its owner may read it.

    Raises OSError if it can be neither read nor made, and ValueError if the file
    holds no secret: it is not replaced, because a new secret signs everybody out, and
    guests cannot sign in again.
    """
    kept = folder / "secret"
    if not kept.exists():
        _make(kept)
    try:
        return require_secret(kept.read_text())
    except ValueError:  # also if it is not text
        raise ValueError(
            f"holds a damaged secret: {kept} is not at least {LENGTH} random characters. "
            "Put back what it held; or remove it, and everybody is signed out."
        ) from None


def _make(kept: Path) -> None:
    # Whole or not at all, and the first of two starts wins: a link never replaces.
    handle, written = tempfile.mkstemp(dir=kept.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            # Otherwise, after a power failure, the name may be there and the content not.
            os.fsync(file.fileno())
        os.link(written, kept)
    except FileExistsError:
        pass
    finally:
        os.unlink(written)
