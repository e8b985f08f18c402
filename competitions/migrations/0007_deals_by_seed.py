"""The same cards are found by their seed, which takes an index."""

from typing import Any

from django.db import migrations, models


class AddIndexInUse(migrations.AddIndex):
    """Where the database can, the index is made while others go on writing."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        deal = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.add_index(deal, self.index, concurrently=True)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competitions", "0006_names_for_everyone")]

    operations = [
        AddIndexInUse(model_name="deal", index=models.Index(fields=["seed", "id"], name="deal_of_seed")),
    ]
