"""An abstract base with the properties, and a state that is a tuple with names."""

from abc import ABC, abstractmethod
from collections import namedtuple

State = namedtuple("State", "turn text begun", defaults=(None, "", ()))


class Screen(ABC):
    state = State()

    @property
    def turn(self):
        return self.state.turn

    @property
    def text(self):
        return self.state.text

    @abstractmethod
    def begin(self, turn_id): ...


class TurnBuffer(Screen):
    def begin(self, turn_id):
        if turn_id in self.state.begun:
            return False
        self.state = State(turn_id, "", (*self.state.begun, turn_id))
        return True

    def append(self, turn_id, text):
        if turn_id != self.turn:
            return False
        self.state = self.state._replace(text=self.text + text)
        return True
