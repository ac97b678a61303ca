"""The known misconceptions of the four exercises, and how to tell which one an answer has.

A module an exercise: the probes, and for each mistake its name, its hint and a small model. Only
ever asked about an answer that has failed a check.
"""

from labs.diagnosis import Knowledge
from labs.run_state_machine.contract import EXERCISES

KNOWLEDGE = Knowledge(__name__, EXERCISES)
diagnose = KNOWLEDGE.diagnose
mistakes = KNOWLEDGE.mistakes
