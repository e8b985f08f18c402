"""The pages with the rules of the games, and downloads: the code of the rules, and the Python client."""
