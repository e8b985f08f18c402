"""Encryption of second factors: the secrets of apps and the seeds of recovery codes. The database alone is
not enough to make a code; that takes the site's secret, too."""

import base64
import logging
import secrets
from typing import Final

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.db import transaction

from ..derived_keys import derived_keys
from ..jobs.watches import Lookout, watch

logger = logging.getLogger(__name__)

PURPOSE: Final = "competitions.accounts.second_factors"

MARK: Final = "enciphered:"
"""It begins every enciphered text. A secret that is new in a session is in clear, without it."""

PARTS: Final = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
"""The key of the secret in the data of each type of authenticator."""

LOOK_EVERY_S: Final = 3600.0


def enciphered(text: str) -> str:
    """Encipher `text` with today's secret of the site."""
    return MARK + _ciphers()[0].encrypt(text.encode()).decode()


def deciphered(stored: str) -> str:
    """Return the text in clear. If no listed secret opens it, or it is empty, return a random text instead,
    so that every code is wrong."""
    try:
        if text := _opened(stored):
            return text
    except InvalidToken:
        logger.error("a second factor was enciphered by a secret that is not listed any more")
    return base64.b32encode(secrets.token_bytes(20)).decode()


def is_lost(factor: Authenticator) -> bool:
    """Whether no listed secret opens it, so that none of its codes is right."""
    try:
        _opened(factor.data[PARTS[factor.type]])
    except InvalidToken:
        return True
    return False


def encipher_anew() -> int:
    """Encipher with today's secret all factors that are not yet, and return how many were changed."""
    changed = 0
    factors = Authenticator.objects.filter(type__in=PARTS)
    for found in factors.order_by("pk").iterator():
        if _is_todays(found.data[PARTS[found.type]]):
            continue
        with transaction.atomic():  # its data may have changed since, because a recovery code was used
            factor = factors.select_for_update().filter(pk=found.pk).first()
            changed += factor is not None and _encipher_anew(factor)
    return changed


def watch_second_factors() -> Lookout:
    """Start a watch that enciphers old factors with today's secret."""
    return watch("second factors", LOOK_EVERY_S, encipher_anew)


def _encipher_anew(factor: Authenticator) -> bool:
    part = PARTS[factor.type]
    try:
        factor.data[part] = enciphered(_opened(factor.data[part]))
    except InvalidToken:  # its secret may be listed again one day
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
    """Return the text in clear; raises InvalidToken if no listed secret opens it."""
    if not stored.startswith(MARK):
        return stored
    return MultiFernet(_ciphers()).decrypt(stored.removeprefix(MARK)).decode()


def _ciphers() -> list[Fernet]:
    """One cipher for each listed secret, today's first."""
    return [Fernet(base64.urlsafe_b64encode(key)) for key in derived_keys(PURPOSE, "key")]
