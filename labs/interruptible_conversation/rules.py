"""The rules of the second lab's exercises, by name: to judge, shorten and replay any script."""

from labs.interruptible_conversation.trials import approval, intent, notice, outbox, turns

RULES = {
    "turns": turns.RULES,
    "outbox": outbox.RULES,
    "approval": approval.RULES,
    "notice": notice.RULES,
    "intent": intent.RULES,
}
