"""Django in this process, on a database of its own, made as soon as this is imported.

It is an SQLite database, or that of `BENCHMARK_DATABASE_URL`, which must be empty.

Must be imported before anything that imports a model.
"""

import os
import secrets
import tempfile
from pathlib import Path

import django
from django.core.management import call_command

_folder = tempfile.TemporaryDirectory()
FOLDER = Path(_folder.name)
os.environ |= {
    "SECRET_KEY": secrets.token_urlsafe(48),  # a database on a server asks for one
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DATA_DIR": str(FOLDER),
    "DATABASE_URL": os.environ.get("BENCHMARK_DATABASE_URL", f"sqlite:///{FOLDER}/evendeal.sqlite3"),
}
django.setup()
call_command("migrate", verbosity=0)
