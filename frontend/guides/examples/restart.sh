.venv/bin/supervisorctl -c data/site/supervisord.conf restart web-1
