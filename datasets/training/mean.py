"""The mean of two trainings' weights, number by number: ``python -m datasets.training.mean A.pt B.pt OUT.pt [SHARE]``.

Of two steps of one training the later may gain on one thing and lose on another; their mean often keeps both (Wortsman
et al. 2022, "Model soups"). SHARE is the second's, 0.5 unless given.
"""

from __future__ import annotations

import sys
from pathlib import Path


def mean(first: Path, second: Path, out: Path, share: float = 0.5) -> None:
    """Write ``out``: as ``first``, with the mean of both models' numbers. Needs torch; both of one architecture."""
    import torch

    checkpoint = torch.load(first, map_location="cpu", weights_only=False)
    model = checkpoint["model"]
    other = torch.load(second, map_location="cpu", weights_only=False)["model"].state_dict()
    mixed = {
        name: torch.lerp(value.float(), other[name].float(), share).to(value.dtype)
        if value.dtype.is_floating_point
        else value
        for name, value in model.state_dict().items()
    }
    model.load_state_dict(mixed)
    torch.save(checkpoint, out)


if __name__ == "__main__":
    one, two, made = (Path(name) for name in sys.argv[1:4])
    mean(one, two, made, float(sys.argv[4]) if len(sys.argv) > 4 else 0.5)
