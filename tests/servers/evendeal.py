"""One process of Evendeal on a port: the server of `manage.py serve`, without what it prepares.

python -m tests.servers.evendeal PORT
"""

import sys

from config.server.daphne import server_at

server_at("127.0.0.1", int(sys.argv[1]), ready=lambda: None).run()
