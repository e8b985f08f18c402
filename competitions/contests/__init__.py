"""What organisers and the site do with competitions, duels, dailies, circles and badges."""
