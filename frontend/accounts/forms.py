"""allauth's forms in our words: one field for a new password, and no text where a label says it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms

from .adapter import LONGEST_PASSWORD

Words = Mapping[str, tuple[str, str]]

HOW_LONG: Final = "At least 8 characters. A sentence is good."
FROM_THE_MAIL: Final = "It is in the mail that we have just sent."


class InOurWords(forms.Form):
    """Takes away the text inside the fields, and the password that is to be typed again."""

    labels: ClassVar[Words] = {}
    """By the names of fields: what they are called, and what helps."""

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
    labels: ClassVar[Words] = {"login": ("E-mail address", ""), "password": ("Password", "")}

    def clean(self) -> dict[str, Any] | None:
        """Nobody signs in with an address that is not confirmed."""
        cleaned = super().clean()
        if self.user is not None and not EmailAddress.objects.filter(user=self.user, verified=True).exists():
            raise get_adapter().validation_error("email_password_mismatch")
        return cleaned


class AddressForm(InOurWords, allauth.AddEmailForm):
    labels: ClassVar[Words] = {"email": ("E-mail address", "We send a code there. Nobody else is shown it.")}


class AddressCodeForm(InOurWords, allauth.ConfirmEmailVerificationCodeForm):
    labels: ClassVar[Words] = {"code": ("Code", FROM_THE_MAIL)}


class NewPasswordForm(InOurWords, allauth.SetPasswordForm):
    labels: ClassVar[Words] = {"password1": ("Password", HOW_LONG)}


class OtherPasswordForm(InOurWords, allauth.ChangePasswordForm):
    labels: ClassVar[Words] = {
        "oldpassword": ("Your password now", ""),
        "password1": ("New password", HOW_LONG),
    }


class ForgottenForm(InOurWords, allauth.ResetPasswordForm):
    labels: ClassVar[Words] = {"email": ("E-mail address", "")}


class ForgottenCodeForm(InOurWords, allauth.ConfirmPasswordResetCodeForm):
    labels: ClassVar[Words] = {"code": ("Code", FROM_THE_MAIL)}


class ForgottenPasswordForm(InOurWords, allauth.ResetPasswordKeyForm):
    labels: ClassVar[Words] = {"password1": ("New password", HOW_LONG)}


class ItIsYouForm(InOurWords, allauth.ReauthenticateForm):
    labels: ClassVar[Words] = {"password": ("Password", "")}
