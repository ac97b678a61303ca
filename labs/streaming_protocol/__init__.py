"""The third lab: a streaming protocol with honest cancellation."""
