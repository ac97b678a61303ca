"""Trials: each of the six exercises tried directly, on every small input and on some large ones.

They know the rules of the exercises and must not know the running system.
"""
