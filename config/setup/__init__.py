"""From a bare Python to a running command. Standard library only, because nothing is installed yet."""
