"""A contest in which a dozen bots play Three By Three through the public REST API, for as long as it runs."""
