"""Plays: what a notebook's cells run. The real system, with what a student has just written.

They run in the notebook's own kernel and judge nothing: a verdict is the grader's, which runs
elsewhere. Parts that a cell does not hand in are the reference's.
"""

from labs.streaming_protocol.plays.map import the_map as the_map
from labs.streaming_protocol.plays.stage import a_system as a_system
from labs.streaming_protocol.plays.stage import on_stage as on_stage
