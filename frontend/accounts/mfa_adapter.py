"""allauth's adapter for passkeys and authenticator apps."""

from collections.abc import Collection
from typing import ClassVar, Final

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.accounts.second_factors import deciphered, enciphered

from ..templatetags.qr import svg_of
from ..wording.browsers import browser_in_words, browser_signs

LONGEST_PASSKEY_NAME: Final = 60


class MFAAdapter(DefaultMFAAdapter):
    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This is wrong or has expired. Try again."),
        "unverified_email": _("First type the code that we have sent to your address."),
    }

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Collection[str] | None = None) -> bool:
        """Whether signing in with a password asks for a second step: only if the player has an authenticator
        app. A passkey adds no step: it replaces the password, and on another device its owner may use the
        password alone."""
        if types is not None and Authenticator.Type.TOTP in types:
            types = [Authenticator.Type.TOTP]
        enabled: bool = super().is_mfa_enabled(user, types)
        return enabled

    def encrypt(self, text: str) -> str:
        return enciphered(text)

    def decrypt(self, encrypted_text: str) -> str:
        return deciphered(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        return svg_of(url)

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:
        """The default name of a passkey, in its owner's language."""
        named = browser_in_words(browser_signs(self.request.headers.get("User-Agent", "")))
        return named[:LONGEST_PASSKEY_NAME]

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        named: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**named, "name": "Evendeal"}
