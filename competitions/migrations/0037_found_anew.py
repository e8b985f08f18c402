"""What older solvers have found may be looked for again, and is kept until something newer is found."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("competitions", "0036_askers_of_deals")]

    operations = [
        migrations.RemoveConstraint("solvedround", "solved_round_has_its_solvers"),
        migrations.AddConstraint(
            "solvedround",
            models.CheckConstraint(
                condition=Q(moves__isnull=True) | Q(solvers_version__isnull=False),
                name="solved_round_has_its_solvers",
            ),
        ),
        migrations.RemoveConstraint("analysedlog", "analysed_log_has_its_solvers"),
        migrations.AddConstraint(
            "analysedlog",
            models.CheckConstraint(
                condition=Q(found__isnull=True) | Q(solvers_version__isnull=False),
                name="analysed_log_has_its_solvers",
            ),
        ),
    ]
