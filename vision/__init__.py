"""A photo of tiles in, a reading out: decode, detect, lay out (SPEC 2.3, 4).

Imports scoring.tiles and scoring.errors, never webapp.
"""
