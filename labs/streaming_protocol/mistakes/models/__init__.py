"""Models: small code of ours that behaves as a misconception does."""
