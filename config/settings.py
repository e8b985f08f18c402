"""Evendeal's settings. The environment is read once; the defaults suit a laptop."""

import os
import sys
from typing import Any

from django.utils.translation import get_language_info

from config import schema, static_files
from config.catalogues import LOCALE
from config.environment import ROOT, Environment

HERE = Environment.read(os.environ)

DEBUG = HERE.debug
SECRET_KEY = HERE.secret_key
SECRET_KEY_FALLBACKS = HERE.secret_key_fallbacks
PUBLIC_URL = HERE.public_url

# Apps

INSTALLED_APPS = [
    # Listed before allauth, because our templates replace allauth's.
    "frontend",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "corsheaders",
    # The staff's desk; its pages are in `frontend.staff`.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_tasks",
    "django_tasks_db",
    "drf_spectacular",
    "django_vite",
    "competitions",
]
AUTH_USER_MODEL = "competitions.Player"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False

MIDDLEWARE = [
    # The first two see every answer, also those of the middlewares after them.
    "config.tracing.identified",
    "config.tracing.measured",
    *(["config.spans.traced"] if HERE.traces else []),
    "competitions.web.languages.in_language_of_browser",
    # Answers preflight requests, so that the middlewares after it never see them.
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # `kept_by_nobody` stands before the middlewares that set cookies, so that it sees these cookies in the
    # answer.
    "frontend.requests.middleware.kept_by_nobody",
    "frontend.requests.middleware.no_large_bodies",
    "config.form_parsing.forms_in_utf8",
    "competitions.web.paths.redirect_slash",
    "competitions.web.paths.redirect_misspelt",
    # `uses_are_noted` stands before the middleware of sessions, which therefore has stored the session by the
    # time the answer reaches `uses_are_noted`.
    "frontend.requests.middleware.uses_are_noted",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # `static_files` may stand this late: the middlewares before it cost a file little, and some set headers
    # that files need, too. Those after it may ask who the reader is, which a file does not depend on.
    "frontend.requests.middleware.static_files",
    "competitions.web.languages.in_language_of_reader",
    "frontend.requests.middleware.page_for_bare_refusals",
    "frontend.requests.middleware.PageForUnreadStandings",
    # `reading_is_paid` stands after `static_files`, so that the processor time for serving files is not
    # counted as the reader's.
    "frontend.requests.middleware.reading_is_paid",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # Nearly every template has sentences to translate.
            "builtins": ["django.templatetags.i18n"],
        },
    }
]

# Accounts: an e-mail address with a password, or a passkey. Only guests can make an account. A guest has a
# name already, so every account has one.

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "frontend.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_CHANGE_EMAIL = True
"""An account has one e-mail address. A new address replaces it as soon as the new one is confirmed."""
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
"""Players confirm who they are before they change how they sign in."""
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_FORMS = {
    "login": "frontend.accounts.forms.SignInForm",
    "add_email": "frontend.accounts.forms.AddressForm",
    "confirm_email_verification_code": "frontend.accounts.forms.AddressCodeForm",
    "set_password": "frontend.accounts.forms.NewPasswordForm",
    "change_password": "frontend.accounts.forms.OtherPasswordForm",
    "reset_password": "frontend.accounts.forms.ForgottenForm",
    "confirm_password_reset_code": "frontend.accounts.forms.ForgottenCodeForm",
    "reset_password_from_key": "frontend.accounts.forms.ForgottenPasswordForm",
    "reauthenticate": "frontend.accounts.forms.ItIsYouForm",
}
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "30/m/ip,5/5m/key", "reset_password": "20/m/ip"}
"""Limits of allauth, in addition to `LIMITS` and `frontend.accounts.tries`. `login_failed` counts wrong codes
of an authenticator app, too."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Evendeal"
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ADAPTER = "frontend.accounts.mfa_adapter.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "frontend.accounts.passkeys.PasskeyForm",
    "login_webauthn": "frontend.accounts.passkeys.PasskeySignInForm",
    "reauthenticate_webauthn": "frontend.accounts.passkeys.PasskeyAgainForm",
    "authenticate_webauthn": "frontend.accounts.passkeys.PasskeyStepForm",
    "authenticate": "frontend.accounts.app_codes.CodeStepForm",
    "activate_totp": "frontend.accounts.app_codes.AppForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HERE.https
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Mails go to the console unless the environment names a server

EMAIL_BACKEND = HERE.email["EMAIL_BACKEND"]
EMAIL_HOST = HERE.email["EMAIL_HOST"]
EMAIL_PORT = HERE.email["EMAIL_PORT"]
EMAIL_HOST_USER = HERE.email["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = HERE.email["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = HERE.email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = HERE.email.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = HERE.email["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = HERE.email_from

# The cache, in which allauth counts attempts to sign in. Several processes share a cache in Redis.

if HERE.redis_url:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": HERE.redis_url,
            # How many seconds to wait at most for a Redis that does not answer.
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 50_000},
        }
    }

# Storage, and messages between processes

DATABASES = {"default": HERE.database}
if sys.argv[1:2] == ["move_sqlite"] and sys.argv[2:]:
    DATABASES["sqlite"] = {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[2]}
REQUESTS_AT_ONCE = HERE.requests_at_once
"""How many requests this process answers at once, each in a thread. Further requests wait."""
WORKERS = HERE.workers
"""How many jobs of each queue this process runs at once, if it does background work."""
STANDINGS_MB = HERE.standings_mb
"""How many megabytes of standings this process keeps in memory at most."""

DUMPS_DIR = HERE.dumps_dir
DUMPS_CC_ZERO = HERE.dumps_cc_zero
REDIS_URL = HERE.redis_url
if HERE.redis_url:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [HERE.redis_url]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Work in the background: in the process of `serve`, or in `manage.py worker`

TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["default", "slow", "ratings", "solving"],
    }
}

WEBHOOK_PRIVATE = HERE.webhook_private
"""Whether webhooks may go to private addresses, and without https."""
VAPID_KEY = HERE.vapid_key
"""The number that is the private key for Web Push; None to derive one from `SECRET_KEY`."""

# REST

REST_FRAMEWORK: dict[str, object] = {
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "competitions.api.authentication.BearerAuthentication",
        "competitions.api.authentication.PageSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["competitions.api.authentication.Scoped"],
    "DEFAULT_PARSER_CLASSES": ["competitions.api.read_request.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "competitions.api.read_request.AlwaysJSON",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_THROTTLE_CLASSES": ["competitions.web.limits.Throttle"],
    "NUM_PROXIES": HERE.trusted_proxies,
    "EXCEPTION_HANDLER": "competitions.web.problems.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "competitions.api.openapi.OperationSchema",
    # Answers are ASCII, so that a lone surrogate that a client sent cannot break an answer that quotes it.
    "UNICODE_JSON": False,
}
SPECTACULAR_SETTINGS = schema.SPECTACULAR

# Pages of other sites may read what is public, and act with a token. Because `CORS_ALLOW_CREDENTIALS` is not
# set, browsers do not let them use the session of our own pages.

CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("GET", "POST", "PATCH", "DELETE")
CORS_ALLOW_HEADERS = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
)
CORS_EXPOSE_HEADERS = (
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
)
CORS_PREFLIGHT_MAX_AGE = 24 * 3600

# How often a player, and how often one address, may act in a minute. An address may act more often, because
# a class behind one router has one address. The amount of a whole minute may be used at once, but for `work`
# and `reading` only the amount of `at_once_s` seconds.

LIMITS: dict[str, dict[str, float]] = {
    # New guests. The request makes a new player, so it is counted by address alone, even if it is sent with
    # another player's token.
    "guests": {"address": 240},
    "competitions": {"player": 120, "address": 600},
    "entries": {"player": 240, "address": 2_400},
    "logs": {"player": 600, "address": 30_000},
    "attempts": {"player": 240, "address": 2_400},
    "moves": {"player": 3_000, "address": 30_000},
    # Requests that play a ghost; the limit `moves` counts them, too. Each stores the whole game again.
    "ghosts": {"player": 600, "address": 6_000},
    "tickets": {"player": 240, "address": 2_400},
    # Codes for another device, made and used. To guess a code would take far more tries than this.
    "passes": {"player": 60, "address": 240},
    # Codes of badges, shown and used. A class of sixty behind one router does both within a minute.
    "badges": {"player": 60, "address": 600},
    # Requested analyses. Each may use a processor for up to a minute.
    "analyses": {"player": 10, "address": 60},
    "webhooks": {"player": 60, "address": 240},
    "notices": {"player": 240, "address": 2_400},
    "tokens": {"player": 60, "address": 600},
    # Codes from mails and apps, which people type. Wrong codes have stricter limits: those of apps by
    # `ACCOUNT_RATE_LIMITS`, and those of mails by allauth's number of tries for each code.
    "codes": {"player": 30, "address": 120},
    # Hashing a password takes a quarter of a second. At 60 a minute, one address can use a quarter of a
    # processor.
    "passwords": {"player": 20, "address": 60},
    # Mails to an address that a visitor typed.
    "mails": {"player": 6, "address": 60},
    "staff": {"player": 120, "address": 240},
    # Reports, each of which the staff read.
    "reports": {"player": 20, "address": 240},
    # Changes of a name, each of which is announced in all contests of its player.
    "names": {"player": 10, "address": 240},
    # Milliseconds of a processor in a minute (`competitions.web.costs`): one address gets a fifth of one
    # processor. A person who practises, with a move each second, uses 150 milliseconds in a minute.
    "work": {"player": 6_000, "address": 12_000, "at_once_s": 4},
    # Milliseconds of this process's time in a minute for answering GET requests; one address gets 30 seconds.
    # A class of sixty that opens a contest, joins and begins within ten seconds uses 5,000 milliseconds.
    "reading": {"player": 12_000, "address": 30_000, "at_once_s": 20},
}

# Language and time

OFFERED = ("en", "de")
"""The languages in which everything can be read. `competitions.web.languages` says who reads which."""
LANGUAGE_CODE = HERE.language_code
LANGUAGES = [
    (code, get_language_info(code)["name_local"]) for code in dict.fromkeys((*OFFERED, LANGUAGE_CODE))
]
"""The languages of this site, each with its own name for itself. A site may have a language that is not
complete by naming it in `LANGUAGE_CODE`, so that translators can look at it."""
LOCALE_PATHS = [LOCALE]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HERE.https
USE_TZ = True
TIME_ZONE = "UTC"

# Scripts and styles. Browsers may keep two kinds of files for ever: those built by Vite, whose names have a
# hash of the content, and those of Pyodide (Python for browsers), whose folder's name has the version.

STATIC_URL = "/static/"
STATICFILES_DIRS = [
    ROOT / "frontend" / "static",
    ("swagger", schema.SWAGGER),
    ("admin", static_files.ADMIN),
]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
WHITENOISE_USE_FINDERS = True
# Files that browsers and robots expect at fixed addresses: icons, robots.txt.
WHITENOISE_ROOT = ROOT / "frontend" / "root"
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ADD_HEADERS_FUNCTION = static_files.add_headers
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/frontend/(assets/.+-[\w-]{8}\.|python-[\d.]+/)"
DJANGO_VITE: dict[str, dict[str, Any]] = {
    language: {"manifest_path": file, "static_url_prefix": "frontend"}
    for language, file in static_files.manifests(ROOT / "frontend" / "static" / "frontend")
}
"""The builds of the pages' scripts: the English one, called `default`, and those in other languages."""

# Security

ALLOWED_HOSTS = HERE.allowed_hosts
CSRF_TRUSTED_ORIGINS = HERE.csrf_trusted_origins
CSRF_FAILURE_VIEW = "frontend.errors.error_pages.csrf_failure"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.error_reports.NoValues"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "competitions.people.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 365 * 24 * 3600
"""How many seconds a browser stays signed in: a year, because a guest has no password to sign in again."""

if HERE.https:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # W021 asks for HSTS preload, but only a domain's owner may put the domain on the browsers' preload list.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
if HERE.trusted_proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The operator's log: one line of JSON for each event. It never has the body or the query string of a request

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.error_reports.LineFormatter"},
    },
    "filters": {
        "seldom": {"()": "config.error_reports.Seldom"},
        "one_line": {"()": "config.error_reports.OneLine"},
        "no_statements": {"()": "config.error_reports.NoStatements"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["seldom"]},
        "stderr_of_strangers": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["seldom", "one_line"],
        },
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        # Without this, every request for a wrong address would write a line.
        "django.request": {"level": "ERROR"},
        "daphne": {"level": "WARNING"},
        # Without this, the log would name each passkey that is used.
        "fido2": {"level": "WARNING"},
        # Without this, each job would write two lines.
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
        "django.db.backends": {"filters": ["no_statements"]},
        # These events quote what strangers sent, so their handler shortens them to one line.
        "django.security": {"handlers": ["stderr_of_strangers"], "propagate": False},
    },
}
