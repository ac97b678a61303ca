"""The forms of a report: one file a format, each a pure function of the records."""
