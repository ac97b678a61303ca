"""The running system: the transport, and what it promises."""
