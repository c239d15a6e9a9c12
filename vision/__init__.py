"""Photo to reading: decode, detect, correct, lay out. Imports scoring.tiles and scoring.errors, never webapp."""
