"""What organisers and the site do with competitions: make, join, change, close, certify; duels, dailies,
circles and badges."""
