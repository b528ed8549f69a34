import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Drawing, Mark } from '../trials/scaling/page/drawing.ts';

/** They are told apart on white and on black, also by people who confuse red and green. */
const colors = ['#3f8ae0', '#e07b16', '#2a9d74'];
const panel = { width: 240, least: 420, height: 280 };
/** A page shows the drawing as an image, which follows the colors that the reader prefers. */
const style = `<style>
svg { color: #24292f; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { color: #d0d7de; } }
</style>`;

/** 10000 as 10k. */
const short = (value: number) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e4 ? `${value / 1e3}k` : String(Number(value.toPrecision(3)));

/** Draws curves as an SVG. Figures that were reckoned are hollow, at the end of a dashed line. */
export function draw({ title, x, y, marks }: Drawing): string {
  // Its types are those of a browser's window.
  const { document } = parseHTML('<html><body></body></html>') as unknown as { document: Document };
  const panels = [...new Set(marks.map((mark) => mark.panel))];
  const series = [...new Set(marks.map((mark) => mark.series))];
  const across = axis(
    marks.map((mark) => mark.x),
    x.isLinear,
    (values) => [...new Set(values)],
  );
  const up = axis(
    marks.map((mark) => mark.y),
    y.isLinear,
    stepsAround,
  );
  const channels = {
    x: (mark: Mark) => across.place(mark.x),
    y: (mark: Mark) => up.place(mark.y),
    fx: 'panel',
    stroke: 'series',
  } as const;
  const z = (mark: Mark) => mark.line ?? mark.series;
  const [measured, reckoned] = [false, true].map((is) => marks.filter((mark) => mark.isReckoned === is));
  const svg = Plot.plot({
    document,
    ariaLabel: title,
    width: Math.max(panel.least, panels.length * panel.width),
    height: panel.height,
    marginTop: 56,
    marginLeft: 52,
    marginBottom: 40,
    fx: { label: null, domain: panels, padding: 0.14 },
    x: { label: x.label, insetLeft: 12, insetRight: 12, ...across.options },
    y: { label: y.label, labelAnchor: 'center', grid: true, ...up.options },
    color: { domain: series, range: colors },
    marks: [
      Plot.frame({ strokeOpacity: 0.25 }),
      Plot.lineY(marks, { ...channels, z, strokeDasharray: '3 4', strokeOpacity: 0.8 }),
      Plot.lineY(measured, { ...channels, z, strokeWidth: 2 }),
      Plot.dot(measured, { ...channels, fill: 'series', r: 3 }),
      Plot.dot(reckoned, { ...channels, r: 3.5 }),
      ...legend(panels[0] ?? '', series, (reckoned ?? []).length > 0),
    ],
  });
  const source = String(svg);
  return `${source
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(/<style>[^]*?<\/style>/, `<title>${title}</title>${style}`)}\n`;
}

/** The names of the lines, in a row above the first panel. */
function legend(first: string, series: readonly string[], hasReckoned: boolean): Plot.Markish[] {
  let dx = 0;
  const entry = (text: string, fill: string) => {
    const mark = Plot.text([text], {
      fx: () => first,
      frameAnchor: 'top-left',
      textAnchor: 'start',
      dx,
      dy: -46,
      fill,
      fontSize: 11,
    });
    dx += text.length * 6 + 14;
    return mark;
  };
  return [
    ...series.map((name, n) => entry(`● ${name}`, colors[n] ?? 'currentColor')),
    ...(hasReckoned ? [entry('○ reckoned', 'currentColor')] : []),
  ];
}

/** An axis that is linear or logarithmic, and where a value lies on it. */
function axis(
  values: readonly number[],
  isLinear: true | undefined,
  ticks: (values: readonly number[]) => number[],
): { place: (value: number) => number; options: Plot.ScaleOptions } {
  if (isLinear) return { place: (value) => value, options: { nice: true, zero: true, ticks: 6, tickFormat: short } };
  const logarithms = ticks(values).map(Math.log10);
  const domain = [Math.min(...logarithms), Math.max(...logarithms)];
  return { place: Math.log10, options: { domain, ticks: logarithms, tickFormat: (at: number) => short(10 ** at) } };
}

/** The steps 1, 2, 5, 10 … around values, only powers of ten if those are many. */
function stepsAround(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const decades = (value: number) => Math.floor(Math.log10(value));
  const isWide = decades(most) - decades(least) >= 2;
  const steps: number[] = [];
  for (let power = decades(least); power <= decades(most) + 1; power++)
    for (const step of isWide ? [1] : [1, 2, 5]) steps.push(Number((step * 10 ** power).toPrecision(3)));
  const from = steps.findLastIndex((step) => step <= least);
  const to = steps.findIndex((step) => step >= most);
  return steps.slice(Math.max(0, from), to + 1);
}
