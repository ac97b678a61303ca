"""The reference answers, beyond what a check asks of them."""
