"""A second, slow and plain implementation of RULES, sharing no code with ``scoring``.

Written from RULES.md, profiles.yaml and the source texts alone, so that the two can be compared on
thousands of random situations. Where RULES leaves a doubt the reading taken is noted beside the line
as ``DOUBT``.
"""
