"""What is done of the jobs, and what is being done, is found without looking at those that wait."""

from django.db import migrations

TABLE = "django_tasks_database_dbtaskresult"


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0016_lists"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [
        migrations.RunSQL(
            f"CREATE INDEX job_finished ON {TABLE} (finished_at) WHERE finished_at IS NOT NULL",
            "DROP INDEX job_finished",
        ),
        migrations.RunSQL(
            f"CREATE INDEX job_running ON {TABLE} (started_at) WHERE status = 'RUNNING'",
            "DROP INDEX job_running",
        ),
    ]
