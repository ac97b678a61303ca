"""The gate is closed."""


class IntentGate:
    def __init__(self):
        pass

    def hear(self, transcript):
        return None
