"""The museum of hostile submissions: what each one does, and what it must get for it."""
