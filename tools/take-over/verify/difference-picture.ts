// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { UNITS_A_DEGREE, unpackTrack } from '@runners/recordings';
import type { Difference } from './compare.ts';

const width = 320;
const colors = { expected: '#c33', found: '#26c' } as const;
/** So many points of a line are drawn. */
const mostPoints = 400;

type Line = readonly (readonly [latitude: number, longitude: number])[];

/** A picture of a difference, as SVG: both lines of a run, or a bar for each number. Empty where there is nothing to see. */
export function differencePicture({ field, expected, found }: Difference): string {
  if (field === 'points' || field === 'polyline') return lines(lineOf(field, expected), lineOf(field, found));
  return typeof found === 'number' && isFinite(Number(expected)) ? bars(Number(expected), found) : '';
}

function lineOf(field: 'points' | 'polyline', value: unknown): Line {
  if (typeof value !== 'string' || value === '') return [];
  try {
    if (field === 'polyline') return codec.decode(value, 5);
    const { latitudeE7, longitudeE7 } = unpackTrack(Buffer.from(value, 'base64'));
    return Array.from(latitudeE7, (latitude, i) => [latitude / UNITS_A_DEGREE, longitudeE7[i]! / UNITS_A_DEGREE]);
  } catch {
    // What cannot be read differs, and cannot be drawn.
    return [];
  }
}

function lines(expected: Line, found: Line): string {
  const all = [...expected, ...found];
  if (all.length === 0) return '';
  const [south, north] = ends(all.map(([latitude]) => latitude));
  const [west, east] = ends(all.map(([, longitude]) => longitude));
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = (width - 20) / Math.max((east - west) * shrink, north - south, 1e-6);
  const height = Math.round((north - south) * scale + 20);
  const drawn = (line: Line, color: string, dash: string) => {
    const step = Math.max(1, Math.ceil(line.length / mostPoints));
    const points = line
      .filter((_, i) => i % step === 0 || i === line.length - 1)
      .map(([latitude, longitude]) => {
        const [x, y] = [10 + (longitude - west) * shrink * scale, 10 + (north - latitude) * scale];
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`;
  };
  return svg(height, drawn(expected, colors.expected, '') + drawn(found, colors.found, ' stroke-dasharray="6 4"'));
}

function ends(values: readonly number[]): [least: number, most: number] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

function bars(expected: number, found: number): string {
  const most = Math.max(expected, found);
  if (Math.min(expected, found) < 0 || most === 0) return '';
  const bar = (value: number, y: number, color: string) =>
    `<rect x="0" y="${y}" width="${((value / most) * width).toFixed(1)}" height="12" fill="${color}"/>`;
  return svg(28, bar(expected, 0, colors.expected) + bar(found, 16, colors.found));
}

function svg(height: number, content: string): string {
  const label = 'The bundle is red, and what is here is blue.';
  return `<svg role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
