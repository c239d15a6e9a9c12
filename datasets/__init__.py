"""Rendering, importing, auditing, training and evaluation; from a clone only, never in the running app."""
