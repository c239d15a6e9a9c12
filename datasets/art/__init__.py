"""Our own drawn tile faces as SVG: strokes → glyphs → faces → tiles, for the page and for the renderer."""
