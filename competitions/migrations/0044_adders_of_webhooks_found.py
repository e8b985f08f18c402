"""Who added each webhook that is there already: the act was noted with the same moment. And a webhook that is
stopped says no moment any more at which it is tried again.
"""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery


def find(apps: Any, schema_editor: Any) -> None:
    using = schema_editor.connection.alias
    acts = apps.get_model("competitions", "Act").objects.using(using)
    hooks = apps.get_model("competitions", "Hook").objects.using(using)
    added = acts.filter(
        competition=OuterRef("competition"), act="add_webhook", at=OuterRef("created_at")
    ).order_by("event")
    hooks.filter(added_by=None).update(added_by=Subquery(added.values("actor")[:1]))
    hooks.exclude(stopped_at=None).update(next_try_at=None)


class Migration(migrations.Migration):
    dependencies = [("competitions", "0043_adders_of_webhooks")]

    operations = [migrations.RunPython(find, migrations.RunPython.noop, elidable=True)]
