"""Benchmarks: figures side by side in one run, as ratios; `make bench` prints them. Never asserted in tests."""
