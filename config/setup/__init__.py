"""From a bare Python to a running command. Standard library only: it runs before anything is installed."""
