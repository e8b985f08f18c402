"""Audits of the packages that the site and its tools stand on, and the report of the last one."""
