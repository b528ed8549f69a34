/**
 * The glyphs of scale bars as strokes, 6 wide and 10 high. They are part of the code because a server may have no
 * fonts, and so that a map looks the same everywhere.
 */
const glyphs: Record<string, { path: string; width: number }> = {
  '0': { path: 'M3 0C1 0 0 2 0 5S1 10 3 10 6 8 6 5 5 0 3 0Z', width: 6 },
  '1': { path: 'M1 2L3.5 0V10', width: 5 },
  '2': { path: 'M0.3 2.6C0.3 1 1.5 0 3 0S5.7 1 5.7 2.7C5.7 4.5 4 6 0.2 10H6', width: 6 },
  '5': { path: 'M5.5 0H1L0.5 4.6C1.2 4 2 3.7 3 3.7C4.8 3.7 6 5 6 6.8S4.8 10 3 10C1.6 10 0.5 9.3 0 8', width: 6 },
  k: { path: 'M0.5 -0.5V10M5 3.4L0.5 7.2M2.2 5.8L5.3 10', width: 5.3 },
  m: {
    path: 'M0.5 10V3.3M0.5 5.3C1 4 1.8 3.2 3 3.2S4.8 4 4.8 5.5V10M4.8 5.3C5.2 4 6.1 3.2 7.2 3.2S9.1 4 9.1 5.5V10',
    width: 9.6,
  },
  '.': { path: 'M0.8 9.8h0.01', width: 1.6 },
  ' ': { path: '', width: 2.5 },
};
const gap = 2;

/** The width of a text in the unit of the glyphs. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (glyphs[letter]?.width ?? 0) + gap, -gap);
}

/** SVG paths of a text whose top left corner is at `x`, `y`. Characters without a glyph are left out. */
export function strokeText(text: string, x: number, y: number, scale: number): string {
  let at = 0;
  let paths = '';
  for (const letter of text) {
    const glyph = glyphs[letter];
    if (!glyph) continue;
    if (glyph.path) paths += `<path d="${glyph.path}" transform="translate(${x + at * scale} ${y}) scale(${scale})"/>`;
    at += glyph.width + gap;
  }
  return paths;
}
