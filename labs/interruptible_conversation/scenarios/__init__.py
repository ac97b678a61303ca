"""Scenarios: what happens in a conversation, played on the whole system over a real WebSocket.

Each knows the system and its client, and judges nothing. A scenario holds the speaker and the
tools at gates and waits for events only: so it shows the same on every run of a seed.
"""
