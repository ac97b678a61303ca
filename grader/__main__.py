"""`python -m grader`: the same as the command `grader`."""

from grader.cli import run

if __name__ == "__main__":
    run()
