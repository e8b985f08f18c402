"""What every server imports and no setting changes: imported once, before any server is forked.

Nothing of it reads a setting of ours, opens a connection, starts a thread or chooses Twisted's loop.
"""

import gc
from importlib import import_module

for name in (
    "PIL.ImageDraw",
    "PIL.ImageFont",
    "autobahn.twisted.websocket",
    "confusable_homoglyphs.confusables",
    "cryptography.hazmat.primitives.asymmetric.ed25519",
    "django.test",
    "psycopg",
    "redis.asyncio",
    "rest_framework.serializers",
    "sqlite3",
    "games.hints",
    "games.lessons",
    "games.replay",
    "games.teaching",
):
    import_module(name)

# A server looks for garbage once it has started: not among these.
gc.freeze()
