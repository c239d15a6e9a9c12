"""Synthetic photos of tiles with exact labels (``zhuoji render``, issue "Photos"): see docs/rendering.md.

World: millimetres, the table is z = 0, x to the right, y away from the photographer, z up.
"""
