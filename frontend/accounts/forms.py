"""allauth's forms with our labels and help texts, and a single field for a new password."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.accounts.sign_in_ways import asks_for_password, has_app

from ..forms.end_keys import OffersToEndKeys
from .adapter import LONGEST_PASSWORD
from .tries import MAILS, count_try

Words = Mapping[str, tuple[Any, Any]]
"""For each field, by its name: a label and a help text. The texts are translated when they are shown. Their
type is `Any`, because Django has no public name for the type that its forms accept.
"""

HOW_LONG: Final = _("At least 8 characters. A sentence is good.")
FROM_THE_MAIL: Final = _("It is in the mail that we have just sent.")


class InOurWords(forms.Form):
    """The base of allauth's forms here: it removes placeholders and the second password field, and sets
    labels and help texts."""

    labels: ClassVar[Words] = {}
    """Labels and help texts, by the names of fields."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.labels:
                field.label, field.help_text = self.labels[name]
            if isinstance(field.widget, forms.PasswordInput):
                field.widget.attrs["maxlength"] = LONGEST_PASSWORD


class SignInForm(InOurWords, allauth.LoginForm):
    labels: ClassVar[Words] = {"login": (_("E-mail address"), ""), "password": (_("Password"), "")}

    def clean(self) -> dict[str, Any] | None:
        """Refuse an unconfirmed address."""
        cleaned = super().clean()
        if self.user is not None and not EmailAddress.objects.filter(user=self.user, verified=True).exists():
            raise get_adapter().validation_error("email_password_mismatch")
        return cleaned


class AddressForm(InOurWords, allauth.AddEmailForm):
    labels: ClassVar[Words] = {
        "email": (_("E-mail address"), _("We send a code there. Nobody else sees your address."))
    }


class AddressCodeForm(OffersToEndKeys, InOurWords, allauth.ConfirmEmailVerificationCodeForm):
    """The code from the mail and, for a guest, a first password, which the adapter stores."""

    labels: ClassVar[Words] = {"code": (_("Code"), FROM_THE_MAIL), "password1": (_("Password"), HOW_LONG)}
    field_order = ("code", "password1")

    password1 = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.asks_for_password = asks_for_password(self.user)
        if not self.asks_for_password:
            del self.fields["password1"]

    def offers_to_end_keys(self) -> bool:
        """Whether to offer to end all keys of apps and bots (API tokens): only to a guest, whom the code
        turns into an account."""
        return not self.user.account


class NewPasswordForm(OffersToEndKeys, InOurWords, allauth.SetPasswordForm):
    labels: ClassVar[Words] = {"password1": (_("Password"), HOW_LONG)}


class OtherPasswordForm(OffersToEndKeys, InOurWords, allauth.ChangePasswordForm):
    labels: ClassVar[Words] = {
        "oldpassword": (_("Your password now"), ""),
        "password1": (_("New password"), HOW_LONG),
    }


class ForgottenForm(InOurWords, allauth.ResetPasswordForm):
    labels: ClassVar[Words] = {"email": (_("E-mail address"), "")}

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if not count_try(MAILS, get_adapter().request, email):
            raise forms.ValidationError(
                _("You asked for a code too often. Look at the newest mail, or wait ten minutes.")
            )
        return email


class ForgottenCodeForm(InOurWords, allauth.ConfirmPasswordResetCodeForm):
    labels: ClassVar[Words] = {"code": (_("Code"), FROM_THE_MAIL)}


class ForgottenPasswordForm(OffersToEndKeys, InOurWords, allauth.ResetPasswordKeyForm):
    labels: ClassVar[Words] = {"password1": (_("New password"), HOW_LONG)}

    def listed_keys(self, names: Sequence[str]) -> str:
        """A sentence with the names of the player's keys (API tokens). If the player must still type an app's
        code and so is not signed in yet, the sentence has only the number of the keys."""
        if not has_app(self.user):
            return super().listed_keys(names)
        return gettext("Keys that work now: %(keys)d.") % {"keys": len(names)}


class ItIsYouForm(InOurWords, allauth.ReauthenticateForm):
    labels: ClassVar[Words] = {"password": (_("Password"), "")}
