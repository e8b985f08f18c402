"""A budget: an amount that may be spent at once, and a rate at which it refills."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """The rest of a budget, which refills with time. Times are seconds of a monotonic clock."""

    a_second: float
    at_once: float
    full_at: float = 0.0
    """When it will be full, or became full."""

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` out if there is enough; return whether there was."""
        full_at = max(self.full_at, now) + amount / self.a_second
        granted = (full_at - now) * self.a_second <= self.at_once
        if granted:
            self.full_at = full_at
        return granted
