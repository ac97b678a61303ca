"""A canonical form of its own: a letter for the type, the length, then what it is."""

from hashlib import sha256


def payload_hash(tool, arguments):
    return sha256(form([tool, arguments]).encode("utf-8")).hexdigest().upper()


def form(value):
    if isinstance(value, dict):
        items = sorted((form(key), form(item)) for key, item in value.items())
        return f"d{len(items)}:" + "".join(key + item for key, item in items)
    if isinstance(value, list):
        return f"l{len(value)}:" + "".join(map(form, value))
    text = str(value)
    return f"{type(value).__name__}{len(text)}:{text}"


def may_execute(approval, tool, arguments, now):
    if not approval:
        return False
    if approval.used or not approval.granted:
        return False
    if approval.payload_hash != payload_hash(tool, arguments):
        return False
    return (approval.expires_at - now).total_seconds() > 0
