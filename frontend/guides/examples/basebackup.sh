pg_basebackup --dbname=postgresql://evendeal:password@localhost:5432/postgres --pgdata=evendeal-copy --checkpoint=fast
