SELECT game, count(*), avg(score) FROM read_json('https://evendeal.example/dumps/2026-11/logs.ndjson.gz', format = 'newline_delimited') GROUP BY game;
