"""One suite a port; every adapter is held to it."""
