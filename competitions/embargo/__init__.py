"""Who may see what of a deal and its games. The rule hides everything by default. The one exception for staff
is recorded."""
