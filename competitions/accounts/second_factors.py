"""What second factors are made of, the secret of an app and the seed of recovery codes, enciphered: whoever
reads the database, and not the site's secret, can make no code of them."""

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
"""Before all that is; what was stored in clear once has no such beginning."""

PARTS: Final = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
"""In the data of which type allauth keeps which."""

LOOK_EVERY_S: Final = 3600.0


def enciphered(text: str) -> str:
    """The text by today's secret of the site."""
    return MARK + _ciphers()[0].encrypt(text.encode()).decode()


def deciphered(stored: str) -> str:
    """The text that was enciphered by any secret that is still good, or that was stored in clear. If no
    secret opens it, or it is empty, this gives a text that nobody knows, so every code is wrong."""
    try:
        if text := _opened(stored):
            return text
    except InvalidToken:
        logger.error("a second factor was enciphered by a secret that is not listed any more")
    return base64.b32encode(secrets.token_bytes(20)).decode()


def is_lost(factor: Authenticator) -> bool:
    """Whether no secret that is still good opens what its codes follow from: none of them is right."""
    try:
        _opened(factor.data[PARTS[factor.type]])
    except InvalidToken:
        return True
    return False


def encipher_anew() -> int:
    """Encipher by today's secret what was by one before it, or not at all, and give of how many factors."""
    changed = 0
    factors = Authenticator.objects.filter(type__in=PARTS)
    for found in factors.order_by("pk").iterator():
        if _is_todays(found.data[PARTS[found.type]]):
            continue
        with transaction.atomic():  # its data may have changed since, as when a recovery code is used
            factor = factors.select_for_update().filter(pk=found.pk).first()
            changed += factor is not None and _encipher_anew(factor)
    return changed


def watch_second_factors() -> Lookout:
    """Start to look for what is not by today's secret, as long as the process lives."""
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
    """Raises InvalidToken for what no secret opens."""
    if not stored.startswith(MARK):
        return stored
    return MultiFernet(_ciphers()).decrypt(stored.removeprefix(MARK)).decode()


def _ciphers() -> list[Fernet]:
    """Today's first."""
    return [Fernet(base64.urlsafe_b64encode(key)) for key in derived_keys(PURPOSE, "key")]
