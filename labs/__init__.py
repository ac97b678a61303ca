"""The lab: its words, its running system and, per lab, the exercises' contract and checks."""
