"""The addresses of the pages of accounts, by the names that allauth knows them by."""

from django.urls import path

from . import account_pages as pages

PAGES = [
    path("sign-in", pages.sign_in, name="account_login"),
    path("sign-out", pages.sign_out, name="account_logout"),
    path("sign-up", pages.no_sign_up, name="account_signup"),
    path("forgotten", pages.forgotten, name="account_reset_password"),
    path("forgotten/code", pages.forgotten_code, name="account_confirm_password_reset_code"),
    path("forgotten/password", pages.forgotten_password, name="account_complete_password_reset"),
    path("forgotten/done", pages.after_forgotten, name="account_password_reset_completed"),
    path("me/guest", pages.left_guest, name="left_guest"),
    path("me/delete", pages.close_me, name="close_me"),
    path("me/address", pages.address, name="account_email"),
    path("me/address/code", pages.address_code, name="account_email_verification_sent"),
    path("me/password/first", pages.new_password, name="account_set_password"),
    path("me/password", pages.other_password, name="account_change_password"),
    path("me/again", pages.it_is_you, name="account_reauthenticate"),
]
