"""Grades a class: everyone's row, whatever happened, and nothing done twice.

The order of things: `roll` finds the students, `handed` opens what each handed in (`archive`
unpacks zips), `desk` grades in processes of its own or `cluster` on other machines, `ledger` keeps
what is finished, `gradebook` writes what an instructor reads. `classwork` is the thread through it.
"""
