"""An organiser's desk: what can be done, who has joined, badges, webhooks, settings, the trail of acts."""
