"""A budget: how much may be spent at once, and how much a second."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """What may still be spent; it fills as time goes by. Times are seconds of a steady clock."""

    a_second: float
    at_once: float
    full_at: float = 0.0
    """When it will be full, or when it became full."""

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` out if there is enough, and say whether there was."""
        full_at = max(self.full_at, now) + amount / self.a_second
        granted = (full_at - now) * self.a_second <= self.at_once
        if granted:
            self.full_at = full_at
        return granted
