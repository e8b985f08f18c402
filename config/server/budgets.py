"""A budget: an amount that may be spent at once, and a rate at which it fills up again."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """A budget of at most `at_once`, which fills up by `a_second` in each second of a monotonic clock."""

    a_second: float
    at_once: float
    full_at: float = 0.0
    """The time at which the budget will be full; in the past if it is full already."""

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` out of the budget if that much is left. Return whether it was taken."""
        full_at = max(self.full_at, now) + amount / self.a_second
        granted = (full_at - now) * self.a_second <= self.at_once
        if granted:
            self.full_at = full_at
        return granted
