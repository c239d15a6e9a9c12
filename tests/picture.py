"""The picture in docs/architecture.md, drawn from the imports: ``python -m tests.picture`` writes it anew.

A box is a package. In it a name stands above all it imports, so arrows inside a box would all point down; a name
with a slash is a folder. Arrows between boxes say which modules are imported.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from html import escape

from tests.imports import OURS, ROOT, imports, module_name, modules

PICTURE = ROOT / "docs" / "images" / "architecture.svg"
WHAT = {
    "webapp": "the page, the ledger, the command line",
    "datasets": "from a clone only: rendering, photos, training",
    "vision": "a photo becomes a reading",
    "models": "the detector, as data",
    "scoring": "the game, pure",
}
WIDTH, EDGE, LANE, GAP = 1120, 16, 44, 62
ROW, LETTER, PAD = 26, 7.0, 12
MOST_NAMED = 6


def units(package: str) -> dict[str, set[str]]:
    """Module or folder of a package → those of the same package it imports."""
    out: dict[str, set[str]] = {}
    for path in modules(package):
        own = _unit(module_name(path))
        targets = {_unit(name) for name, _, _ in imports(path) if name.startswith(f"{package}.")}
        if own:
            out.setdefault(own, set()).update(t for t in targets if t and t != own)
    return out


def _unit(name: str) -> str:
    """``scoring.rules.beans`` → ``rules``; "" for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Names that import each other, directly or not: [] in a house without circles between folders."""
    reach = {name: _below(graph, name) for name in graph}
    found = [{other for other in reach[name] if name in reach[other]} for name in sorted(graph)]
    return [group for i, group in enumerate(found) if group and group not in found[:i]]


def _below(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph.get(name, ())
    return seen


def rows(graph: dict[str, set[str]]) -> list[list[str]]:
    """Names in rows, each above all it imports; names of one circle share a row."""
    together = {name: frozenset(group) for group in circles(graph) for name in group}
    level: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in level:
            group = together.get(name, frozenset({name}))
            outside = {target for member in group for target in graph.get(member, ())} - group
            height = max((depth(target) + 1 for target in sorted(outside)), default=0)
            level.update(dict.fromkeys(group, height))
        return level[name]

    out: dict[int, list[str]] = defaultdict(list)
    for name in sorted(graph):
        out[depth(name)].append(name)
    return [out[height] for height in sorted(out, reverse=True)]


def arrows() -> dict[tuple[str, str], set[str]]:
    """(from, to) → modules of ``to`` that ``from`` imports, for every two packages."""
    out: dict[tuple[str, str], set[str]] = defaultdict(set)
    for package in WHAT:
        for path in modules(package):
            for name, _, _ in imports(path):
                other = name.split(".")[0]
                if other in OURS and other != package:
                    out[package, other].add(_unit(name) or other)
    return dict(out)


def _label(package: str, name: str) -> str:
    return f"{name}/" if (ROOT / package / name).is_dir() else name


@dataclass
class Box:
    """A package on the picture."""

    package: str
    x: float
    y: float
    width: float
    lines: list[list[str]]

    @property
    def height(self) -> float:
        return 54 + ROW * len(self.lines) + PAD

    def svg(self) -> list[str]:
        out = [
            f'<rect x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}" rx="10" class="box"/>',
            f'<text x="{self.x + PAD:g}" y="{self.y + 24:g}" class="name">{self.package}</text>',
            f'<text x="{self.x + PAD:g}" y="{self.y + 42:g}" class="what">{escape(WHAT[self.package])}</text>',
        ]
        y = self.y + 54
        for line in self.lines:
            x = self.x + PAD
            for word in line:
                wide = len(word) * LETTER + 12
                out.append(f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="20" rx="5" class="unit"/>')
                out.append(f'<text x="{x + 6:g}" y="{y + 14:g}" class="word">{escape(word)}</text>')
                x += wide + 6
            y += ROW
        return out


def _fold(package: str, width: float) -> list[list[str]]:
    """The rows of a package, long ones folded to the width of its box."""
    out: list[list[str]] = []
    for row in rows(units(package)):
        line: list[str] = []
        used = float(PAD)
        for name in row:
            word = _label(package, name)
            wide = len(word) * LETTER + 18
            if line and used + wide > width - PAD:
                out.append(line)
                line, used = [], float(PAD)
            line.append(word)
            used += wide
        out.append(line)
    return out or [[path.name] for path in sorted((ROOT / package).glob("*.[otm][nod]*"))]


def _said(names: set[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{len(names)} modules"
    return ", ".join(sorted(names))


def _arrow(
    points: list[tuple[float, float]], text: str, at: tuple[float, float], anchor: str = "start"
) -> list[str]:
    path = " ".join(f"{'M' if not i else 'L'}{x:g} {y:g}" for i, (x, y) in enumerate(points))
    return [
        f'<path d="{path}" class="arrow" marker-end="url(#head)"/>',
        f'<text x="{at[0]:g}" y="{at[1]:g}" class="said" text-anchor="{anchor}">{escape(text)}</text>',
    ]


def draw() -> str:
    """The whole picture as SVG text: the same imports give the same bytes."""
    inner = WIDTH - 2 * EDGE - 2 * LANE
    left, right = inner * 0.62, inner * 0.38 - 24
    x1, x2 = EDGE + LANE, EDGE + LANE + left + 24
    boxes: dict[str, Box] = {}

    def put(package: str, x: float, y: float, width: float) -> Box:
        boxes[package] = Box(package, x, y, width, _fold(package, width))
        return boxes[package]

    top = [put("webapp", x1, EDGE, left), put("datasets", x2, EDGE, right)]
    second = max(box.y + box.height for box in top) + GAP
    middle = [put("vision", x1, second, left), put("models", x2, second, right)]
    third = max(box.y + box.height for box in middle) + GAP
    bottom = put("scoring", x1, third, inner)
    height = bottom.y + bottom.height + EDGE
    uses = arrows()
    lines: list[str] = []
    low = bottom.y
    for (source, target), names in sorted(uses.items()):
        a, b = boxes[source], boxes[target]
        foot = a.y + a.height
        if (source, target) == ("webapp", "scoring"):
            x = EDGE + LANE / 2
            lines += _arrow(
                [(a.x, foot - 24), (x, foot - 24), (x, low + 24), (b.x, low + 24)],
                _said(names),
                (x + 6, low - 12),
            )
        elif (source, target) == ("datasets", "scoring"):
            x = WIDTH - EDGE - LANE / 2
            lines += _arrow(
                [(a.x + a.width, foot - 24), (x, foot - 24), (x, low + 24), (b.x + b.width, low + 24)],
                _said(names),
                (x - 6, low - 12),
                "end",
            )
        elif a.x == b.x:
            x = a.x + a.width / 2
            lines += _arrow([(x, foot), (x, b.y)], _said(names), (x + 8, b.y - 24))
        else:
            # One box lies to the side and below: down first, then across in the gap, then down into it.
            start, end = a.x + a.width * 0.25, b.x + b.width * (0.25 if b.x > a.x else 0.85)
            turn = b.y - (40 if b.x > a.x else 14)
            lines += _arrow(
                [(start, foot), (start, turn), (end, turn), (end, b.y)], _said(names), (end + 6, b.y - 6)
            )
    body = [line for box in boxes.values() for line in box.svg()] + lines
    style = (
        "text{font-family:ui-monospace,Menlo,Consolas,monospace;fill:#1e1c16}"
        ".name{font-size:17px;font-weight:700}.what{font-size:12px;fill:#5e594a}.word{font-size:11.5px}"
        ".said{font-size:11.5px;fill:#7d1a0e}.box{fill:#fbf7ea;stroke:#1f6b4a;stroke-width:1.5}"
        ".unit{fill:#e3ead9}.arrow{fill:none;stroke:#7d1a0e;stroke-width:1.5}.head{fill:#7d1a0e}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img">\n'
        "<title>Packages, their modules and who imports whom</title>\n"
        f"<style>{style}</style>\n"
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" class="head"/></marker></defs>\n'
        f'<rect width="{WIDTH}" height="{height:g}" fill="#efe9d8"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))
