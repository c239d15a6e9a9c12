"""One small module a rule; each yields itemised transfers."""
