from labs.protocol import Response, ToolRun

ENDED = {"completed", "cancelled", "failed"}
TABLE = {("running", "cooperative"): "cancelling"}


def cancel(response):
    if response.status in ENDED:
        return response
    tools = []
    for tool in response.tools:
        key = (str(tool.phase), str(tool.semantics))
        phase = "cancelled" if key[0] == "waiting" else TABLE.get(key, key[0])
        tools.append(ToolRun(tool.operation_id, tool.name, phase, str(tool.semantics)))
    return Response(response.id, "cancelling", tuple(tools))
