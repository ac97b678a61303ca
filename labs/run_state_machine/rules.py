"""The rules of the first lab's exercises, by name: to judge, shorten and replay any script."""

from labs.run_state_machine.trials import merge, orderer, resume, state

RULES = {
    "state": state.RULES,
    "orderer": orderer.RULES,
    "resume": resume.RULES,
    "merge": merge.RULES,
}
