"""Keeps the parts of each text apart until they are taken; what is counted are the groups."""

from labs.protocol import Event

DELTA = "output_text.delta"


class Group:
    def __init__(self, event):
        self.parts = [event]

    def goes_on_with(self, event):
        last = self.parts[-1]
        if last.type != DELTA or event.type != DELTA or last.response_id != event.response_id:
            return False
        return last.seq + 1 == event.first_seq

    def whole(self):
        first, last = self.parts[0], self.parts[-1]
        if first is last:
            return first
        text = "".join(part.data["text"] for part in self.parts)
        return Event(last.response_id, last.seq, last.at, DELTA, {"text": text}, first.first_seq)


class ClientBuffer:
    def __init__(self, limit):
        self.groups = []

    @property
    def held(self):
        return len(self.groups)

    def put(self, event):
        if self.groups and self.groups[-1].goes_on_with(event):
            self.groups[-1].parts.append(event)
        else:
            self.groups.append(Group(event))

    def take(self):
        groups, self.groups = self.groups, []
        return [group.whole() for group in groups]
