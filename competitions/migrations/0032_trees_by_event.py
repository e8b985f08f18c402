"""Trees are kept as of an event of their round: those as of a change of their competition are grown anew."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget_trees(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("competitions", "RoundTree").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("competitions", "0031_ghosts")]

    operations = [migrations.RunPython(forget_trees, migrations.RunPython.noop)]
