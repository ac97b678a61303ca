"""By their phases."""


def done(tool):
    return tool.phase.value == "committed"


def deaf(tool):
    return tool.phase.value == "running" and not tool.cooperative
