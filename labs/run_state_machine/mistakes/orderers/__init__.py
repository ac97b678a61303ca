"""Orderers that are wrong, each the right one with one thing changed, named after that."""
