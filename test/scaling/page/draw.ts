import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/**
 * A figure of a drawing: `series` is the name and color of the line on which it lies, `panel` the field in which the line is drawn.
 * Figures of a series with different `line`s are not joined.
 */
export interface Mark {
  x: number;
  y: number;
  series: string;
  panel: string;
  isReckoned: boolean;
  line?: string;
}

/** What a drawing shows. Numbers of both axes are drawn on logarithmic scales, except where an axis is `linear`. */
export interface Drawing {
  title: string;
  x: { label: string; isLinear?: true };
  y: { label: string; isLinear?: true };
  marks: readonly Mark[];
}

/** They are told apart on white and on black, also by people who confuse red and green. */
const colors = ['#3f8ae0', '#e07b16', '#2a9d74'];
const panel = { width: 250, least: 420, height: 270 };
/** A page shows the drawing as an image, which follows the colors that the reader prefers. */
const style = `<style>
svg { color: #24292f; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { color: #d0d7de; } }
</style>`;

/** 10000 as 10k. */
const short = (value: number) => (value >= 1e6 ? `${value / 1e6}M` : value >= 1e4 ? `${value / 1e3}k` : String(value));

/** Draws curves as an SVG. Figures that were reckoned are hollow, at the end of a dashed line. */
export function draw({ title, x, y, marks }: Drawing): string {
  // Its types are those of a browser's window.
  const { document } = parseHTML('<html><body></body></html>') as unknown as { document: Document };
  const panels = [...new Set(marks.map((mark) => mark.panel))];
  const values = [...new Set(marks.map((mark) => mark.x))];
  const line = (mark: Mark) => mark.line ?? mark.series;
  const channels = { x: 'x', y: 'y', fx: 'panel', stroke: 'series' } as const;
  const svg = Plot.plot({
    document,
    ariaLabel: title,
    width: Math.max(panel.least, panels.length * panel.width),
    height: panel.height,
    marginTop: 34,
    marginLeft: 52,
    marginBottom: 40,
    fx: { label: null, domain: panels, padding: 0.16 },
    x: {
      label: x.label,
      type: x.isLinear ? 'linear' : 'log',
      insetLeft: 12,
      insetRight: 52,
      ...(x.isLinear ? { ticks: 6 } : { ticks: values, tickFormat: short }),
    },
    y: {
      label: y.label,
      type: y.isLinear ? 'linear' : 'log',
      grid: true,
      nice: true,
      zero: y.isLinear ?? false,
      ticks: 5,
      tickFormat: '~s',
    },
    color: { domain: [...new Set(marks.map((mark) => mark.series))], range: colors },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.lineY(marks, { ...channels, z: line, strokeDasharray: '3 4', strokeOpacity: 0.8 }),
      Plot.lineY(
        marks.filter((mark) => !mark.isReckoned),
        { ...channels, z: line, strokeWidth: 2 },
      ),
      Plot.dot(
        marks.filter((mark) => !mark.isReckoned),
        { ...channels, fill: 'series', r: 3 },
      ),
      Plot.dot(
        marks.filter((mark) => mark.isReckoned),
        { ...channels, r: 3.5 },
      ),
      Plot.text(
        marks,
        Plot.selectLast({
          x: 'x',
          y: 'y',
          fx: 'panel',
          z: 'series',
          text: 'series',
          fill: 'series',
          dx: 7,
          textAnchor: 'start',
        }),
      ),
      ...(marks.some((mark) => mark.isReckoned)
        ? [Plot.text(['○ reckoned'], { frameAnchor: 'bottom-right', dx: -4, dy: -6, fillOpacity: 0.7 })]
        : []),
    ],
  });
  const source = String(svg);
  return `${source.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace(/<style>[^]*?<\/style>/, `<title>${title}</title>${style}`)}\n`;
}
