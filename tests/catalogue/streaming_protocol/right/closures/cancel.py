from dataclasses import replace

cancel = (
    lambda stop: lambda response: response
    if response.status in ("completed", "cancelled", "failed")
    else replace(response, status="cancelling", tools=tuple(map(stop, response.tools)))
)(
    lambda tool: replace(
        tool,
        phase={
            "waiting": type(tool.phase).CANCELLED,
            "running": type(tool.phase).CANCELLING
            if tool.semantics == "cooperative"
            else tool.phase,
        }.get(tool.phase, tool.phase),
    )
)
