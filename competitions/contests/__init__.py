"""Use cases of players, organisers and the site: making, joining, changing and ending competitions, and what
belongs to them, from badges and calendars to circles and series."""
