"""The site on a device: what installs it, and what the service worker keeps for when there is no network."""
