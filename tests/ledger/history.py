"""What is recorded of a competition, as the database has it."""

from typing import Any

from competitions.models import Act, Attempt, Competition, Entry, StateChange

STATES = {"scheduled": "-", "running": "+", "closed": "c", "final": "f", "cancelled": "x"}


def history(event: dict[str, Any]) -> list[str]:
    """Everything in order, in short: `joined Ray`, `result Ray 1`, `act close`, and states like `state + oc`,
    the competition's and each round's. It fails if a number is missing or there twice."""
    numbered = _numbered(event)
    assert all(number is not None for number, _ in numbered), numbered
    assert sorted(number for number, _ in numbered) == list(range(1, len(numbered) + 1))
    assert Competition.objects.get(pk=event["id"]).events == len(numbered)
    return [what for _, what in sorted(numbered)]


def shows_all_that_it_counts(event: dict[str, Any]) -> bool:
    """Whether whoever reads now, while others write, finds everything that the competition has counted."""
    counted = Competition.objects.get(pk=event["id"]).events
    return {*range(1, counted + 1)} <= {number for number, _ in _numbered(event)}


def state(change: StateChange) -> str:
    return f"state {STATES[change.state]} {change.rounds}{' frozen' if change.frozen else ''}"


def _numbered(event: dict[str, Any]) -> list[tuple[int, str]]:
    mine = {"competition": event["id"]}
    ended = Attempt.objects.filter(round__competition=event["id"], ended_at__isnull=False)
    return [
        *((each.event, f"joined {each.player.name}") for each in Entry.objects.filter(**mine)),
        *((each.event, f"act {each.act}") for each in Act.objects.filter(**mine)),
        *((each.event, state(each)) for each in StateChange.objects.filter(**mine)),
        *((each.event, f"result {each.entry.player.name} {each.round.number}") for each in ended),
    ]
