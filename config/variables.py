"""The environment variables that Evendeal reads, with their meanings."""

VARIABLES = {
    "SECRET_KEY": "at least 50 random characters, the same in every process",
    "SECRET_KEY_FALLBACKS": "what SECRET_KEY was before, with commas between them: what it signed stays good",
    "PUBLIC_URL": "where people find it, like https://patience.example; https turns on redirect and HSTS",
    "DATABASE_URL": "postgresql://user:password@host:port/name, or sqlite:////path/to/file",
    "REDIS_URL": "redis://host:6379/0: joins several processes to one site",
    "ALLOWED_HOSTS": "host names it answers to, with commas between them; that of PUBLIC_URL if not given",
    "CSRF_TRUSTED_ORIGINS": "origins whose forms are accepted; PUBLIC_URL if not given",
    "TRUSTED_PROXIES": "how many proxies in front of it, whose forwarded address and scheme are believed",
    "METRICS_ALLOWED": "addresses or networks that may read /metrics; only this machine if not given",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://host:4318, which collects traces; none are made if not given",
    "EMAIL_URL": "smtp+tls://user:password@host:587, which sends mails; to the console if not given",
    "EMAIL_FROM": "from whom mails are; evendeal@ and the host of PUBLIC_URL if not given",
    "WEBHOOK_PRIVATE": "1 to send webhooks to private addresses too, and without https; for a trial only",
    "LANGUAGE_CODE": "language of readers who ask for none that the site speaks; en if not given",
    "VAPID_KEY": "private key for Web Push, 32 bytes in base64url; one follows from SECRET_KEY if not given",
    "ROLES": "what a web process serves, with commas between: pages, play, watch; all if not given",
    "REQUESTS_AT_ONCE": "how many requests a process answers at the same time, from 2 to 64; 16 if not given",
    "DATABASE_CONNECTIONS": "how many a process may open to PostgreSQL; REQUESTS_AT_ONCE and 8 if not given",
    "STANDINGS_MB": "how much memory the standings of a process may take; 500 if not given",
    "WORKERS": "how many jobs of each queue a process that works does at once, from 1 to 16; 2 if not given",
    "DATA_DIR": "folder of the embedded database and its secret",
    "DUMPS_DIR": "folder with the files of `manage.py dump` that are published; none are if not given",
    "DUMPS_CC_ZERO": "1 if what is published there is put under CC0 1.0",
    "DEBUG": "1 to show errors to every visitor; never where strangers come",
}

ROLES = ("pages", "play", "watch")
"""What a web process may serve. `config.roles` says which addresses each of them has."""
