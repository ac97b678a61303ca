"""Adapters that are no port of a service; those are held to the contract suite."""
