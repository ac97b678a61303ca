"""The journal's adapters."""
