"""Day 10, the view: a conversation with the real system, held in the notebook.

In a cell: `from labs.streaming_protocol.plays.talk import talk`, then `talk(*mine)` as the last
line: ask, approve or deny, stop, retry, continue, lose an event, reload. `mine` are the student's
files; `talk()` alone has the reference's. A saved notebook keeps a still picture of it.
"""

from labs.streaming_protocol.widget import ConversationWidget, conversation


def talk(*mine: object) -> ConversationWidget:
    """The conversation view, with these parts; the reference's stand in for the others."""
    return conversation(*mine)
