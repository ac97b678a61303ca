import hashlib, json


def payload_hash(tool, arguments):
    return hashlib.new("sha256", (json.dumps(arguments, sort_keys=True) + tool).encode()).hexdigest()


def may_execute(a, tool, arguments, now):
    return bool(a and a.granted and not a.used and a.payload_hash == payload_hash(tool, arguments)
                and now.timestamp() < a.expires_at.timestamp())
