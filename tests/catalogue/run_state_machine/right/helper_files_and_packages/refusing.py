def refuse(current, target):
    raise ValueError(f"{current}: not {target}")
