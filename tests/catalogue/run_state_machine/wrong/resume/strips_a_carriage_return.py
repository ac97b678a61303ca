"""Takes the end of a line off first, as one does with lines."""


def resume_from(last_event_id):
    header = (last_event_id or "").rstrip("\r")
    if not (0 < len(header) < 10 and header.isascii() and header.isdigit()):
        return 0
    return int(header) + 1
