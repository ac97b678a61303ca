"""Mutants: each solution with one small thing changed. No change of behaviour may pass the checks.

Our own operators, for no kept tool fits: mutmut wants a package and its pytest suite. cosmic-ray
takes loose files, but finds two mutations in the whole of `state.py`, since it has none for tables,
and a third of the others it makes in type annotations, where they change nothing.
"""
