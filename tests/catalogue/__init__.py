"""Answers of which it is known what the grader must say; `grader verify` reads them too."""
