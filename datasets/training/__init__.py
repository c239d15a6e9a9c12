"""``zhuoji train``: the two-core recipe and its record (needs the extra ``train``; docs/training.md)."""
