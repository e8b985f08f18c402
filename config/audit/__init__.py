"""Audits of the packages that the site and its tools use, and the report of the last audit."""
