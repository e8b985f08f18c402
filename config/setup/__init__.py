"""Leads from a bare Python to a running command. It uses only the standard library, because nothing is
installed yet."""
