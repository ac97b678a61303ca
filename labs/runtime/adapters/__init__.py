"""What the ports are made of: in one process, or on real services. Only `system` names these."""
