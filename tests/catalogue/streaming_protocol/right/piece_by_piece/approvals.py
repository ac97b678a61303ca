import hashlib
import hmac
import json


def payload_hash(tool, arguments):
    digest = hashlib.sha256()
    digest.update(json.dumps(tool).encode())
    digest.update(b"\0")
    digest.update(
        json.dumps(arguments, sort_keys=True, ensure_ascii=False, indent=1).encode("utf-8")
    )
    return digest.hexdigest()


def may_execute(approval, tool, arguments, now):
    try:
        checks = (
            approval.granted,
            not approval.used,
            hmac.compare_digest(approval.payload_hash, payload_hash(tool, arguments)),
            approval.expires_at > now,
        )
    except AttributeError:
        return False
    return all(checks)
