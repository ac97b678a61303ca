"""Not written, and the ValueError of the starter thrown out."""

def transition(current, target):
    pass
