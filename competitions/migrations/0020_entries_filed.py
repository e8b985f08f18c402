"""The few entries of which results are not filed yet are found without a look at the others."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q


class AddIndexInUse(migrations.AddIndex):
    """Where the database can, the index is made while others go on writing."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        entry = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.add_index(entry, self.index, concurrently=True)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competitions", "0019_difficulties")]

    operations = [
        migrations.AddField("entry", "filed", models.BooleanField(db_default=False, default=False)),
        AddIndexInUse(
            model_name="entry",
            index=models.Index(
                fields=["player", "joined_at"], condition=Q(filed=False), name="entry_not_filed"
            ),
        ),
    ]
