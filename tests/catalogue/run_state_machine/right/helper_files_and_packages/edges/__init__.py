from .table import LEGAL

__all__ = ["LEGAL"]
