"""What every server imports and no setting changes: imported once, before any server is forked.

Nothing of it reads a setting of ours, opens a connection, starts a thread or chooses Twisted's loop.
"""

import gc
from importlib import import_module

for name in (
    "autobahn.twisted.websocket",
    "channels.apps",
    "channels.auth",
    "channels.generic.websocket",
    "channels.routing",
    "confusable_homoglyphs.confusables",
    "corsheaders.apps",
    "corsheaders.middleware",
    "cryptography.hazmat.primitives.asymmetric.ed25519",
    "cryptography.hazmat.primitives.ciphers.aead",
    "csp.middleware",
    "django.contrib.admindocs.views",
    "django.contrib.auth.apps",
    "django.contrib.auth.hashers",
    "django.contrib.sessions.apps",
    "django.contrib.sessions.middleware",
    "django.contrib.staticfiles.apps",
    "django.db.backends.sqlite3.base",
    "django.middleware.clickjacking",
    "django.middleware.common",
    "django.middleware.security",
    "django.test",
    "django_tasks.apps",
    "django_tasks_db.apps",
    "django_vite.apps",
    "drf_spectacular.apps",
    "drf_spectacular.utils",
    "psycopg",
    "redis.asyncio",
    "rest_framework.apps",
    "rest_framework.permissions",
    "rest_framework.serializers",
    "rfc8785",
    "sortedcontainers",
    "sqlite3",
    "standardwebhooks.webhooks",
    "twisted.web.http",
    "whitenoise.middleware",
    "games.hints",
    "games.lessons",
    "games.replay",
    "games.teaching",
):
    import_module(name)

# A server looks for garbage once it has started: not among these.
gc.freeze()
