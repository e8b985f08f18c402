"""A competition's events as a list, in the order in which one viewer could first see them."""
