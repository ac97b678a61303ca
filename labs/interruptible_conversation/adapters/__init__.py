"""The ledger's adapters."""
