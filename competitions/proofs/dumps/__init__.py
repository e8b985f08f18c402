"""What the site gives to researchers: everything of public competitions, month by month, as files."""
