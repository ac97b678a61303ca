from dataclasses import replace


class ClientBuffer(list):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit

    @property
    def held(self):
        return len(self)

    def put(self, event):
        self.append(event)
        if [e.type for e in self].count("output_text.delta") <= self.limit:
            return
        for at in range(len(self) - 1, 0, -1):
            a, b = self[at - 1], self[at]
            if a.type == b.type == "output_text.delta" and a.response_id == b.response_id:
                if a.seq + 1 == b.first_seq:
                    text = a.data["text"] + b.data["text"]
                    self[at - 1 : at + 1] = [
                        replace(b, data={"text": text}, first_seq=a.first_seq)
                    ]

    def take(self):
        taken = list(self)
        self.clear()
        return taken
