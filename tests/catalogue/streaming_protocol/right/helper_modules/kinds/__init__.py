from .words import ENDED, LISTENS
