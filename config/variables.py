"""The environment variables that Evendeal reads, with their meanings."""

VARIABLES = {
    "SECRET_KEY": "at least 50 random characters, the same in every process",
    "SECRET_KEY_FALLBACKS": "earlier values of SECRET_KEY, with commas between; what they signed stays valid",
    "PUBLIC_URL": "address of the site, like https://patience.example; https turns on a redirect and HSTS",
    "DATABASE_URL": "postgresql://user:password@host:port/name, or sqlite:////path/to/file",
    "REDIS_URL": "redis://host:6379/0: joins several processes to one site",
    "ALLOWED_HOSTS": "host names of the site, with commas between them; that of PUBLIC_URL if not given",
    "CSRF_TRUSTED_ORIGINS": "origins whose forms are accepted; PUBLIC_URL if not given",
    "TRUSTED_PROXIES": "how many proxies stand in front, whose forwarded address and scheme are trusted",
    "METRICS_ALLOWED": "addresses or networks that may read /metrics; only this machine if not given",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "collector of traces, like http://host:4318; no traces if not given",
    "EMAIL_URL": "server for mails, smtp+tls://user:password@host:587; the console gets mails if not given",
    "EMAIL_FROM": "sender of mails; evendeal@ and the host of PUBLIC_URL if not given",
    "WEBHOOK_PRIVATE": "1 to send webhooks to private addresses too, and without https; for a trial only",
    "LANGUAGE_CODE": "language of readers who ask for none that the site speaks; en if not given",
    "VAPID_KEY": "private key for Web Push, 32 bytes in base64url; made from SECRET_KEY if not given",
    "ROLES": "what a web process serves, with commas between: pages, play, watch; all if not given",
    "REQUESTS_AT_ONCE": "how many requests a process answers at the same time, from 2 to 64; 16 if not given",
    "DATABASE_CONNECTIONS": "most connections of a process to PostgreSQL; REQUESTS_AT_ONCE + 8 if not given",
    "STANDINGS_MB": "how many megabytes of standings a process keeps in memory; 500 if not given",
    "WORKERS": "how many background jobs of each queue a process runs at once, from 1 to 16; 2 if not given",
    "DATA_DIR": "folder of the SQLite database and of the secret of the site",
    "DUMPS_DIR": "folder with the files of `manage.py dump`, which are published; none are if not given",
    "DUMPS_CC_ZERO": "1 if the published files are under CC0 1.0",
    "DEBUG": "1 to show errors to every visitor; never on a site that strangers can reach",
}

ROLES = ("pages", "play", "watch")
"""What a web process may serve. `config.roles` says which addresses belong to each role."""
