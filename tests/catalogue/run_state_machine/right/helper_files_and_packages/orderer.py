"""The work is done by a helper that is imported plainly."""

from queueing import Queue as SeqOrderer

__all__ = ["SeqOrderer"]
