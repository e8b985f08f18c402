"""Real servers for tests: from the environment, else found on this machine, else from a wheel."""
