"""The demo: contests in which a dozen bots play Three By Three through the public REST API."""
