"""The analyses of logs, and the search for them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0029_trees"),
    ]

    operations = [
        migrations.CreateModel(
            name="AnalysedLog",
            fields=[
                ("due", models.BooleanField(default=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("free_at", models.DateTimeField(blank=True, null=True)),
                ("solvers_version", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "log",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysed",
                        serialize=False,
                        to="competitions.log",
                    ),
                ),
                ("asker", models.CharField(blank=True, max_length=32)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("found", models.JSONField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("due", True)), fields=["asker"], name="analysed_log_due")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("found__isnull", True),
                            models.Q(("due", False), ("solvers_version__isnull", False)),
                            _connector="OR",
                        ),
                        name="analysed_log_has_its_solvers",
                    )
                ],
            },
        ),
    ]
