"""`python -m evendeal` is the command `evendeal`."""

from evendeal.cli import main

if __name__ == "__main__":
    main()
