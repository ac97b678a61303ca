"""The second lab: a conversation that can be interrupted, and what is decided in it."""
