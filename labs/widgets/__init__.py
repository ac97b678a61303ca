"""Pictures of what happened: views of a trace, in words, as SVG, and as widgets.

They know nothing of gateway, worker or any lab by name: they are handed plain records and plain
functions. One description of a picture, a `Film`, is drawn three ways.
"""
