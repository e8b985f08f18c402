"""Players are found by the look of their name; once several may have one, that takes an index of its own."""

from typing import Any

from django.db import migrations, models


class AddIndexInUse(migrations.AddIndex):
    """Where the database can, the index is made while others go on writing."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        player = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.add_index(player, self.index, concurrently=True)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competitions", "0004_names_of_entries")]

    operations = [
        AddIndexInUse(model_name="player", index=models.Index(fields=["look"], name="player_look")),
    ]
