"""Tests of the first lab."""
