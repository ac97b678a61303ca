"""The engine: find a submission, run a lab's checks on it, report.

Knows labs by their folders only. Nothing in `labs` knows the grader.
"""
