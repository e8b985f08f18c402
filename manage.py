#!/usr/bin/env python3
"""The one command to run: `serve`, `test`, `site`, `build` and others, and every Django management command.

Run it with any Python 3.11 or newer; it makes the environment that it needs.
"""

import sys

if __name__ == "__main__":
    # Nothing before this line may need a new Python, so that an old one can report the problem.
    if sys.version_info < (3, 11):
        sys.exit("Evendeal needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])

    from config.setup.door import main

    main(sys.argv)
