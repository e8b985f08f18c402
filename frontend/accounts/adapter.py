"""allauth's adapter: how players sign in, first passwords, and mails."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from competitions.accounts.become_account import change_password, settle_account
from competitions.accounts.mails import send_later
from competitions.accounts.sign_in_ways import asks_for_password, passkeys_of
from competitions.models import Player
from competitions.models.players import composed
from competitions.people.own_language import chosen_by
from competitions.web.limits import address_of

from ..forms.end_keys import end_keys_if_ticked
from ..requests.viewers import note_left
from .known_players import note_player
from .tries import PASSWORDS, count_try, put_back

LONGEST_PASSWORD = 256


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("That is your address already."),
        "email_password_mismatch": _("This address and this password do not go together."),
        "email_taken": _("That is the address of another account. Sign in there, or give another address."),
        "incorrect_code": _("That is not the code. Look at the newest mail."),
        "incorrect_password": _("That is not your password."),
        "too_many_login_attempts": _(
            "You were wrong too often. Wait some minutes. If you have forgotten your "
            "password, you can get a new one by mail."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Always False: a guest becomes an account instead of signing up."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def clean_password(self, password: str, user: AbstractBaseUser | None = None) -> str:
        if len(password) > LONGEST_PASSWORD:
            most = LONGEST_PASSWORD
            too_long = ngettext("Use at most %(most)d character.", "Use at most %(most)d characters.", most)
            raise ValidationError(too_long % {"most": most})
        cleaned: str = super().clean_password(composed(password), user)
        return cleaned

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the password as a try before it is hashed. This replaces allauth's own count."""
        if not count_try(PASSWORDS, request, credentials.get("email", "")):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        player: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if player is not None:
            put_back(PASSWORDS, request, credentials.get("email", ""))
        return player

    def set_password(self, user: Player, password: str) -> None:
        note_player(self.request, user)
        with transaction.atomic():
            change_password(player=user, password=password)
            settle_account(player=user, now=timezone.now())
            end_keys_if_ticked(self.request, user)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an e-mail address. If a guest's first password was sent in the same form as the code, store
        it, too. Return whether the address was confirmed."""
        confirmed: bool = super().confirm_email(request, email_address)
        if not confirmed:
            return False
        player = email_address.user
        if asks_for_password(player) and "password1" in request.POST:
            self.set_password(player, self.clean_password(request.POST["password1"], player))
            update_session_auth_hash(request, player)
            self.send_notification_mail("account/email/password_set", player)
        settle_account(player=player, now=timezone.now())
        end_keys_if_ticked(request, player)
        return True

    def get_login_stages(self) -> list[str]:
        """The steps after a password: the app's code, if the account has an app. After a passkey, allauth
        skips this step. Unconfirmed addresses need no step, because `SignInForm` refuses them."""
        return ["allauth.mfa.stages.AuthenticateStage"]

    def get_reauthentication_methods(self, user: Player | AnonymousUser) -> list[dict[str, str]]:
        """The password and the passkey, as far as the player has them. The first in the list is asked for by
        default."""
        if not user.is_authenticated:
            return []
        password = {"description": gettext("Use your password"), "url": reverse("account_reauthenticate")}
        passkey = {"description": gettext("Use a passkey"), "url": reverse("mfa_reauthenticate_webauthn")}
        having = ((user.has_usable_password(), password), (passkeys_of(user).exists(), passkey))
        return [method for has, method in having if has]

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign the player in. Also note this browser's guest, so that the player is shown what that guest
        has."""
        known_here: Player | None = getattr(request, "known_here", None)
        super().login(request, user)
        # Drop the short lifetime that the session had before anybody signed in.
        request.session.set_expiry(None)
        note_player(request, user)
        note_left(request, known_here)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return f"{reverse('home')}?did=account" if email_address.user.account else f"{reverse('me')}#account"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return f"{reverse('me')}?did=password#account"

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Also send the mail to players who are not signed in, for example after a forgotten password."""
        super().send_notification_mail(template_prefix, user, {"user": user, **(context or {})}, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the mail in the language that the player has chosen, or else in the language of the page from
        which it is sent. The visitor need not wait for the mail server, so the waiting time does not reveal
        whether the address is known.
        """
        player = context.get("user") or self._player_at(email)
        language = chosen_by(player) or get_language()
        with override(language):
            mail = self.render_mail(template_prefix, email, {"email": email, "site": self._site(), **context})
        send_later(
            subject=mail.subject,
            body=str(mail.body),
            to=email,
            player_id=None if player is None else player.pk,
        )

    def _player_at(self, email: str) -> Player | None:
        """The player who is signed in, or else the player with this confirmed address; None if there is
        neither."""
        if self.request.user.is_authenticated:
            viewer: Player = self.request.user
            return viewer
        known = EmailAddress.objects.filter(email__iexact=email, verified=True).select_related("user").first()
        return None if known is None else known.user

    def _site(self) -> str:
        return str(self.request.build_absolute_uri("/"))
