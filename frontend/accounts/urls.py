"""Addresses of the account pages, under the names that allauth expects."""

from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from ..requests.page_limits import PageView
from . import account_pages as pages


def page(route: str, view: PageView, *, name: str) -> URLPattern:
    """A page that accepts GET, HEAD and POST; other methods are refused at once."""
    return path(route, require_http_methods(["GET", "HEAD", "POST"])(view), name=name)


PAGES = [
    page("sign-in", pages.sign_in, name="account_login"),
    page("sign-in/passkey", pages.passkey_sign_in, name="mfa_login_webauthn"),
    page("sign-in/code", pages.code_step, name="mfa_authenticate"),
    page("sign-out", pages.sign_out, name="account_logout"),
    page("sign-up", pages.no_sign_up, name="account_signup"),
    page("forgotten", pages.forgotten, name="account_reset_password"),
    page("forgotten/code", pages.forgotten_code, name="account_confirm_password_reset_code"),
    page("forgotten/password", pages.forgotten_password, name="account_complete_password_reset"),
    page("forgotten/done", pages.after_forgotten, name="account_password_reset_completed"),
    page("me/guest", pages.left_guest, name="left_guest"),
    page("me/delete", pages.close_me, name="close_me"),
    page("me/address", pages.address, name="account_email"),
    page("me/address/code", pages.address_code, name="account_email_verification_sent"),
    page("me/password/first", pages.new_password, name="account_set_password"),
    page("me/password", pages.other_password, name="account_change_password"),
    page("me/again", pages.it_is_you, name="account_reauthenticate"),
    page("me/again/passkey", pages.passkey_again, name="mfa_reauthenticate_webauthn"),
    page("me/account", pages.own_account_again, name="mfa_index"),
    page("me/passkeys", pages.new_passkey, name="mfa_add_webauthn"),
    page("me/passkeys/<int:pk>/remove", pages.less_passkey, name="mfa_remove_webauthn"),
    page("me/passkeys/<int:pk>/name", pages.other_passkey_name, name="mfa_edit_webauthn"),
    page("me/app", pages.new_app, name="mfa_activate_totp"),
    page("me/app/remove", pages.less_app, name="mfa_deactivate_totp"),
    page("me/codes", pages.shown_recovery_codes, name="mfa_view_recovery_codes"),
    page("me/codes/new", pages.new_recovery_codes, name="mfa_generate_recovery_codes"),
]
