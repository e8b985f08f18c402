"""Reminders by Web Push that today's deals are there, or that a contest is about to close. A browser whose
player asked for reminders gets at most one a day. Reminders do not mention results."""
