from django.db import migrations, models

from competitions.players.looks import shape
from competitions.refusals import Refusal


def fill(apps, schema_editor):
    """Give each stored player the shape of their name, unless another one had it before them.

    Nobody loses a name. Of players who look alike the first keeps the shape, so that nobody new can take it.
    """
    players = apps.get_model("competitions", "Player").objects
    taken = set()
    for pk, name in list(players.order_by("created_at", "pk").values_list("pk", "name")):
        try:
            seen = shape(name)
        except Refusal:  # drawn too wide for a name of today
            continue
        if seen not in taken:
            taken.add(seen)
            players.filter(pk=pk).update(shape=seen)


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0003_deadlines"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="shape",
            field=models.CharField(blank=True, max_length=200, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
