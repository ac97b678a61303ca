from json import loads

from labs.protocol import Record


def to_record(state, structured):
    match state.status, structured:
        case "completed", True:
            return Record("final", state.final, None, loads(state.final))
        case "completed", False:
            return Record("final", state.final, None, None)
        case ("cancelled" | "failed"), _:
            return Record("incomplete", state.draft, state.incomplete_reason, None)
        case status, _:
            raise ValueError(status)
