"""Scenarios: what happens to a response, played on the whole system over real HTTP.

Each knows the system and its client, and judges nothing. A scenario holds the words and the tools
at gates and waits for events only: so it shows the same on every run of a seed.
"""
