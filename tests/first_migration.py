"""`.venv/bin/python -m tests.first_migration` makes `0001_v1_0_0.py` anew, until 1.0.0 is released.

`makemigrations` adds columns and constraints to tables one by one, for each of which SQLite copies the table:
that takes more than twice the time.
"""

import os
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path

import django
from django.apps import apps
from django.db.migrations import Migration, RunSQL
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ModelState
from django.db.migrations.writer import MigrationWriter
from django.db.models import Model

FOLDER = Path(__file__).parents[1] / "competitions" / "migrations"

DEPENDENCIES = [
    ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ("sessions", "0001_initial"),
]

JOBS = "ON django_tasks_database_dbtaskresult"
INDEXES_OF_JOBS = {
    "job_finished": f"{JOBS} (finished_at) WHERE finished_at IS NOT NULL",
    "job_running": f"{JOBS} (started_at) WHERE status = 'RUNNING'",
}
"""They find finished and running jobs without reading all that wait."""


def make() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    models = {
        model: ModelState.from_model(model) for model in apps.get_app_config("competitions").get_models()
    }
    # Each table comes after those that it refers to.
    order: TopologicalSorter[type[Model]] = TopologicalSorter()
    for model in models:
        related = [field.related_model for field in model._meta.fields]
        order.add(model, *(other for other in related if other in models and other is not model))
    operations = [
        CreateModel(state.name, list(state.fields.items()), state.options, state.bases, state.managers)
        for state in (models[model] for model in order.static_order())
    ] + [
        RunSQL(f"CREATE INDEX {name} {rest}", f"DROP INDEX {name}") for name, rest in INDEXES_OF_JOBS.items()
    ]
    first = type(
        "First", (Migration,), {"initial": True, "dependencies": DEPENDENCIES, "operations": operations}
    )
    text = MigrationWriter(first("0001_v1_0_0", "competitions"), include_header=False).as_string()
    file = FOLDER / "0001_v1_0_0.py"
    file.write_text(f'"""The tables of 1.0.0. From its release on, this file is never edited."""\n\n{text}')
    (FOLDER / "DIGESTS").write_text(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n")


if __name__ == "__main__":
    make()
