"""Tests. They mirror `labs/` and `grader/`."""
