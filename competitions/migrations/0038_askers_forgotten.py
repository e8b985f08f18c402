"""Once a search has ended, nobody is told any more who asked: not even where it was given up.

The release before gives up a row without forgetting its asker. While it still runs, it fails at that, and leaves
the row to this one.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import Q


def forget(apps: Any, schema_editor: Any) -> None:
    for name in ("AnalysedLog", "SoughtDeal"):
        rows = apps.get_model("competitions", name).objects.using(schema_editor.connection.alias)
        rows.filter(due=False).exclude(asker="").update(asker="")


class Migration(migrations.Migration):
    dependencies = [("competitions", "0037_found_anew")]

    operations = [
        migrations.AlterField(
            "analysedlog", "asker", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            "analysedlog",
            models.CheckConstraint(
                condition=Q(due=True) | Q(asker=""), name="analysedlog_forgets_its_asker"
            ),
        ),
        migrations.AddConstraint(
            "soughtdeal",
            models.CheckConstraint(condition=Q(due=True) | Q(asker=""), name="soughtdeal_forgets_its_asker"),
        ),
    ]
