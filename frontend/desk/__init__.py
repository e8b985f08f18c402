"""An organiser's desk: what can be done, who has come, badges, webhooks, settings, the trail of acts."""
