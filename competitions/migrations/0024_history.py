"""The leaves of the site's history. The follower that appends them begins with what happened first."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0023_circles_let_nobody_in"),
    ]

    operations = [
        migrations.CreateModel(
            name="Leaf",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                (
                    "before",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="competitions.leaf",
                    ),
                ),
                ("data", models.BinaryField()),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("subtrees", models.BinaryField()),
            ],
            options={
                "verbose_name_plural": "leaves",
                "ordering": ("number",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("before", None), ("number", 0)),
                            models.Q(("before__isnull", False), ("number", models.F("before") + 1)),
                            _connector="OR",
                        ),
                        name="leaf_follows_the_one_before",
                    )
                ],
            },
        ),
    ]
