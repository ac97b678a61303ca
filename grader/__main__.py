"""`python -m grader`: the same as the command `grader`."""

import sys

from grader.cli import main

if __name__ == "__main__":
    sys.exit(main())
