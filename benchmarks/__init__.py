"""How fast the lab is, always as a ratio to something bare. Run `python -m benchmarks`."""
