"""Use cases of organisers and of the site: competitions, duels, dailies, circles and badges."""
