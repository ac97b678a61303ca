"""Kinds of tools."""
