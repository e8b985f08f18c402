"""Reminders by Web Push: at most one a day in a browser that asked for it, either that today's deals are
there or that a contest is about to close. They tell nothing of results."""
