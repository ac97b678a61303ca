# -*- coding: latin-1 -*-
"""Außerhalb des Fensters: eine neue Antwort."""
from datetime import UTC, datetime
from labs.runs import *
def should_merge(prev, now = None):
  if prev == None: return False
  if now == None: now = datetime.now(UTC)
  if prev.status == RunStatus.RUNNING or prev.status == RunStatus.STREAMING:
    if now - prev.created_at < MERGE_WINDOW: return True
    else: return False
  else: return False
