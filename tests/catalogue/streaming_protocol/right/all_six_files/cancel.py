from dataclasses import replace as but


def cancel(r):
    if r.status not in ("pending", "streaming", "cancelling"):
        return r
    P = type(r.tools[0].phase) if r.tools else None
    return but(r, status="cancelling", tools=tuple([
        but(t, phase=P.CANCELLED) if t.phase == "waiting"
        else but(t, phase=P.CANCELLING) if (t.phase, t.semantics) == ("running", "cooperative")
        else t
        for t in r.tools
    ]))
