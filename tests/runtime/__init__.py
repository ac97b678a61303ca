"""The runtime as its clients, its operators and its crashes see it."""
