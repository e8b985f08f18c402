"""Makes the environment of a `manage.py` command, and starts the command in it. Uses only the standard
library, because nothing is installed yet."""
