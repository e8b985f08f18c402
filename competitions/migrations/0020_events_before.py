"""Numbers what happened in competitions before events were numbered, by the time at which it happened."""

from django.db import migrations
from django.utils import timezone

AT_ONCE = 300

OPENING, OTHER, CLOSING = range(3)
"""What comes first of what happened at the same moment."""


def number_all(apps, schema_editor):
    competitions = apps.get_model("competitions", "Competition").objects.filter(events=0)
    for competition in competitions.order_by("pk").iterator():
        number_events(apps, schema_editor.connection, competition, timezone.now())


def number_events(apps, connection, competition, now):
    Act, Attempt, Entry, StateChange = (
        apps.get_model("competitions", name) for name in ("Act", "Attempt", "Entry", "StateChange")
    )
    happened = states(competition, now)
    for act in Act.objects.filter(competition=competition).order_by("at", "pk"):
        happened.append((act.at, OTHER, act))
    for entry in Entry.objects.filter(competition=competition).order_by("joined_at", "pk"):
        happened.append((entry.joined_at, OTHER, entry))
    closing = {round.pk: window(competition, round)[1] for round in competition.rounds.all()}
    ended = Attempt.objects.filter(round__in=closing, ended_at__isnull=False).only("ended_at", "round")
    for attempt in ended.order_by("ended_at", "pk"):
        # What a closing ended comes before it, although that took a moment.
        at = min(filter(None, (attempt.ended_at, closing[attempt.round_id])))
        happened.append((at, OTHER, attempt))
    happened.sort(key=lambda each: each[:2])
    rows = {model: [] for model in (Act, Attempt, Entry, StateChange)}
    for number, (_, _, row) in enumerate(happened, start=1):
        row.event = number
        rows[type(row)].append(row)
    StateChange.objects.bulk_create(rows.pop(StateChange))
    for model, numbered in rows.items():
        for start in range(0, len(numbered), AT_ONCE):
            write(connection, model._meta.db_table, numbered[start : start + AT_ONCE])
    competition.events = len(happened)
    if competition.published_at is not None:
        competition.due_at = (
            competition.published_at
        )  # the next look says when it is due, and adds what is missing
    competition.save(update_fields=["events", "due_at"])


def states(competition, now):
    """The states that the competition and its rounds came to, and when; nothing of a draft."""
    if competition.published_at is None:
        return []
    windows = [window(competition, round) for round in competition.rounds.order_by("number")]
    whole = (competition.opens_at or competition.published_at, competition.closes_at)
    over = competition.cancelled_at or competition.certified_at
    until = min(filter(None, (now, over)))
    found, last = [], None
    for at in sorted(
        {at for at in {competition.published_at, competition.freeze_at, *whole, *sum(windows, ())} if at}
    ):
        if not competition.published_at <= at <= until:
            continue
        state = {"s": "scheduled", "o": "running", "c": "closed"}[letter(whole, at)]
        rounds = "".join(letter(each, at) for each in windows)
        frozen = state == "running" and competition.freeze_at is not None and competition.freeze_at <= at
        if (state, rounds, frozen) != last:
            closes = rounds.count("c") > (last[1].count("c") if last else 0)
            found.append((at, CLOSING if closes else OPENING, state, rounds, frozen))
            last = (state, rounds, frozen)
    if over is not None:
        found.append(
            (over, CLOSING, "cancelled" if competition.cancelled_at else "final", "c" * len(windows), False)
        )
    return [
        (
            at,
            order,
            competition.state_changes.model(
                competition=competition, at=at, state=state, rounds=rounds, frozen=frozen
            ),
        )
        for at, order, state, rounds, frozen in found
    ]


def window(competition, round):
    opening = competition.opens_at or competition.published_at or competition.created_at
    ends = [end for end in (round.closes_at, competition.closes_at) if end is not None]
    return max(round.opens_at or opening, opening), min(ends, default=None)


def letter(window, at):
    opening, closing = window
    if closing is not None and closing <= at:
        return "c"
    return "o" if opening <= at else "s"


def write(connection, table, rows):
    places = ", ".join(["(%s, %s)"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET event = new.column2 FROM (VALUES {places}) AS new WHERE {table}.id = new.column1",
            [value for row in rows for value in (row.pk, row.event)],
        )


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0019_events"),
    ]

    operations = [
        migrations.RunPython(number_all, migrations.RunPython.noop),
    ]
