"""Encryption of second factors: the secrets of authenticator apps, and the seeds of recovery codes. To
compute a code from a stolen database, a thief also needs a secret of the site: `SECRET_KEY`, or an older
secret listed in `SECRET_KEY_FALLBACKS`."""

import base64
import logging
import secrets
from typing import Final

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.db import transaction

from ..derived_keys import derived_keys
from ..jobs.watches import Watch, watch

logger = logging.getLogger(__name__)

PURPOSE: Final = "competitions.accounts.second_factors"

MARK: Final = "enciphered:"
"""The beginning of every enciphered text. A text without it, such as the secret of an app that is being
added, is not enciphered."""

PARTS: Final = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
"""For each type of authenticator, the key in its `data` under which the text to encipher is stored."""

LOOK_EVERY_S: Final = 3600.0


def enciphered(text: str) -> str:
    """Encipher `text` with the site's current secret."""
    return MARK + _ciphers()[0].encrypt(text.encode()).decode()


def deciphered(stored: str) -> str:
    """Return the text in clear. If the text is empty, or no listed secret of the site deciphers it, return a
    random text, so that every code is wrong."""
    try:
        if text := _opened(stored):
            return text
    except InvalidToken:
        logger.error("a second factor was enciphered by a secret that is not listed any more")
    return base64.b32encode(secrets.token_bytes(20)).decode()


def is_lost(factor: Authenticator) -> bool:
    """Whether no listed secret of the site deciphers this factor, so that every code of the factor is
    wrong."""
    try:
        _opened(factor.data[PARTS[factor.type]])
    except InvalidToken:
        return True
    return False


def encipher_anew() -> int:
    """Encipher with the site's current secret all factors that are not yet enciphered with that secret.
    Return how many factors were changed."""
    changed = 0
    factors = Authenticator.objects.filter(type__in=PARTS)
    for found in factors.order_by("pk").iterator():
        if _is_todays(found.data[PARTS[found.type]]):
            continue
        with transaction.atomic():
            # Read the factor again: if a recovery code was used since the first read, the data has changed.
            factor = factors.select_for_update().filter(pk=found.pk).first()
            changed += factor is not None and _encipher_anew(factor)
    return changed


def watch_second_factors() -> Watch:
    """Start a repeated check (a watch) that enciphers factors again after the site's secret has changed."""
    return watch("second factors", LOOK_EVERY_S, encipher_anew)


def _encipher_anew(factor: Authenticator) -> bool:
    part = PARTS[factor.type]
    try:
        factor.data[part] = enciphered(_opened(factor.data[part]))
    except InvalidToken:  # The factor stays, since the site's old secret may be listed again.
        return False
    factor.save(update_fields=["data"])
    return True


def _is_todays(stored: str) -> bool:
    try:
        _ciphers()[0].decrypt(stored.removeprefix(MARK))
    except InvalidToken:
        return False
    return True


def _opened(stored: str) -> str:
    """Return the text in clear. Raises InvalidToken if no listed secret of the site deciphers it."""
    if not stored.startswith(MARK):
        return stored
    return MultiFernet(_ciphers()).decrypt(stored.removeprefix(MARK)).decode()


def _ciphers() -> list[Fernet]:
    """One cipher for each listed secret of the site, the current one first."""
    return [Fernet(base64.urlsafe_b64encode(key)) for key in derived_keys(PURPOSE, "key")]
