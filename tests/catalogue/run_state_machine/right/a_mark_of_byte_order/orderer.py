"""Saved by an editor that marks its bytes. Eine natürliche Ordnung."""


class SeqOrderer:
    def __init__(self, anfang, ausgabe):
        self.nächste, self.gehalten, self.ausgabe = anfang, {}, ausgabe

    def offer(self, nummer, stück):
        if nummer >= self.nächste:
            self.gehalten[nummer] = stück
        while self.nächste in self.gehalten:
            self.ausgabe(self.nächste, self.gehalten.pop(self.nächste))
            self.nächste += 1