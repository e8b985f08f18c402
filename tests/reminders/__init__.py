"""Reminders by Web Push, received by a push service on this machine, which reads them as browsers do."""
