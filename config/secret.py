"""The secret that signs cookies: which texts qualify, and the one in the data folder."""

import os
import re
import secrets
import string
import tempfile
from pathlib import Path

LENGTH = 50
"""The fewest characters of a secret."""

FEWEST_DIFFERENT = 8
"""The fewest different characters. Fifty random digits have fewer once in millions."""

TELLTALES = ("change", "example", "insecure", "password", "random", "secret")
"""Words of six letters or more, which no random text contains."""

MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))' makes one."


def require_secret(text: str) -> str:
    """Return `text` if it may be the secret; otherwise raise ValueError, which never quotes it.

    A text that does not look random was copied or made up. Whoever guesses it can sign in as anybody.
    """
    if len(text) < LENGTH:
        raise ValueError(f"must be at least {LENGTH} random characters, and has {len(text)}; {MAKE_ONE}")
    if len(set(text)) < FEWEST_DIFFERENT or _repeats(text):
        raise ValueError(f"must be random, and says the same again and again; {MAKE_ONE}")
    if _reads_like_words(text):
        raise ValueError(f"must be random, and reads like words; {MAKE_ONE}")
    return text


def _repeats(text: str) -> bool:
    """Whether the text repeats a shorter one."""
    return any(text[period:] == text[:-period] for period in range(1, len(text) // 2 + 1))


def _reads_like_words(text: str) -> bool:
    """Whether it has digits only at its end and capitals like words, or contains a telltale word."""
    words = text.rstrip(string.digits)
    capitals = words.isupper() or not re.search("[A-Z]{2}", words)
    plain = words and not any(character.isdigit() for character in words)
    return bool(plain and capitals) or any(word in text.lower() for word in TELLTALES)


def kept_secret(folder: Path) -> str:
    """The secret in `folder`, created at the first start and readable by its owner alone.

    Raises OSError if it can be neither read nor created, and ValueError if the file holds no valid secret. It
    is not replaced, because a new secret signs everybody out, guests for good.
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
    # A link never replaces a file, so the content is complete and the first of two starts wins.
    handle, written = tempfile.mkstemp(dir=kept.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            # Otherwise a power failure could leave the name without the content.
            os.fsync(file.fileno())
        os.link(written, kept)
    except FileExistsError:
        pass
    finally:
        os.unlink(written)
