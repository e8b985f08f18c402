"""The embedded database: Django's SQLite, with connections that are kept and writers that queue."""
