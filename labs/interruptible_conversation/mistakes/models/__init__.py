"""Models: classes that behave as an answer does under some misconception.

Each is made of the right one, with one thing changed, and named after what is wrong with it.
"""
