"""The first lab: four small functions that put back what one process gave for free."""
