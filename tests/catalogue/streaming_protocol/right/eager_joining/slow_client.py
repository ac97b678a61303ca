from labs.protocol import Event


class ClientBuffer:
    """Joins at once, so that the limit never matters."""

    def __init__(self, limit):
        self._list = []

    def put(self, event):
        if self._list:
            last = self._list[-1]
            if (
                (last.response_id, last.type) == (event.response_id, "output_text.delta")
                and event.type == "output_text.delta"
                and last.seq == event.first_seq - 1
            ):
                text = last.data["text"] + event.data["text"]
                self._list.pop()
                event = Event(
                    event.response_id, event.seq, event.at, event.type, {"text": text}, last.first_seq
                )
        self._list.append(event)

    def take(self):
        out = self._list
        self._list = []
        return out

    held = property(lambda self: len(self._list))
