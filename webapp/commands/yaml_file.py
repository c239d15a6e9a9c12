"""A situation as YAML, of a size that its file has: aliases of aliases make gigabytes of a hundred bytes."""

from __future__ import annotations

from typing import Any

import yaml

MOST_NODES = 20_000  # a situation has some hundred


def _expanded(node: yaml.Node, sizes: dict[int, int]) -> int:
    """Nodes once every alias is written out. Raises ``ValueError`` for a node inside itself."""
    known = sizes.get(id(node))
    if known == 0:
        raise ValueError("a node inside itself")
    if known is not None:
        return known
    sizes[id(node)] = 0
    inner: list[yaml.Node] = []
    if isinstance(node, yaml.MappingNode):
        inner = [part for pair in node.value for part in pair]
    elif isinstance(node, yaml.SequenceNode):
        inner = list(node.value)
    sizes[id(node)] = 1 + sum(_expanded(part, sizes) for part in inner)
    return sizes[id(node)]


def read_yaml(text: str) -> Any:
    """The document's value. Raises ``yaml.YAMLError``, ``ValueError`` where it would grow too large."""
    loader = yaml.SafeLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        if _expanded(node, {}) > MOST_NODES:
            raise ValueError("too much")
        return loader.construct_document(node)
    finally:
        loader.dispose()
