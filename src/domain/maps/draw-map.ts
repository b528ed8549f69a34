import type { Track } from '@runners/recordings';
import { drawnLines, pathsOf } from './map-lines.ts';
import { mapView } from './map-view.ts';
import { scaleBar } from './scale-bar.ts';
import { strokeText, textWidth } from './stroke-text.ts';

/** This is increased when the drawing of maps changes, so that clients fetch them again. */
export const mapStyle = 1;

const paper = '#f4f3ee';
const grid = '#e7e5dc';
const line = '#e8503a';
const casing = '#ffffff';
const ink = '#33383f';
const startColor = '#2a9d5c';

/**
 * Draws a track as a PNG (decisions R11): the line, its start and end, and the scale, on squares of the scale's length.
 */
export async function drawMap(track: Track, width: number, height: number): Promise<Buffer> {
  // The library is loaded for the first map, because it takes memory that a service without maps does not need.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(mapSvg(track, width, height)))
    .png({ palette: true, colours: 128, effort: 4 })
    .toBuffer();
}

/** Draws the same as SVG. The track has at least one point. */
export function mapSvg(track: Track, width: number, height: number): string {
  const unit = Math.max(0.7, Math.min(1.6, Math.min(width, height) / 400));
  const margin = 30 * unit;
  const frame = { width, height, margins: { top: margin, right: margin, bottom: margin + 18 * unit, left: margin } };
  const { segments, metersAPixel } = mapView(track, frame);
  const lines = drawnLines(segments);
  const route = lines.flatMap(pathsOf);
  const first = lines[0]!;
  const last = lines.at(-1)!;
  const bar = scaleBar(metersAPixel, Math.min(width * 0.3, 220 * unit));
  const stroke = (color: string, thickness: number, paths: string[], more = '') =>
    `<g stroke="${color}" stroke-width="${(thickness * unit).toFixed(1)}"${more}>${paths.map(drawn).join('')}</g>`;
  const dashes = ` stroke-dasharray="${(2 * unit).toFixed(1)} ${(7 * unit).toFixed(1)}" stroke-opacity="0.7"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    stroke(grid, 1, [gridPath(width, height, bar.pixels)]),
    stroke(line, 2.2, gapPaths(lines), dashes),
    stroke(casing, 8, route),
    stroke(line, 4, route),
    ends([first[0]!, first[1]!], [last.at(-2)!, last.at(-1)!], unit),
    scaleDrawing(bar.pixels, bar.label, height, unit),
    '</g></svg>',
  ].join('');
}

const drawn = (path: string) => `<path d="${path}"/>`;

/** Squares with the width of the scale bar. One corner is at its left end. */
function gridPath(width: number, height: number, step: number): string {
  let path = '';
  for (let x = (width / 2) % step; x < width; x += step) path += `M${x.toFixed(1)} 0V${height}`;
  for (let y = (height / 2) % step; y < height; y += step) path += `M0 ${y.toFixed(1)}H${width}`;
  return path;
}

/** The gaps in the recording, from the end of each segment to the start of the next. */
function gapPaths(lines: Float64Array[]): string[] {
  return lines.slice(1).flatMap((next, i) => {
    const before = lines[i]!;
    return pathsOf(Float64Array.of(before.at(-2)!, before.at(-1)!, next[0]!, next[1]!));
  });
}

type Pixel = [x: number, y: number];

/**
 * A green disc at the start and a checkered one at the end. If both are at the same place, a ring surrounds the disc.
 */
function ends(start: Pixel, end: Pixel, unit: number): string {
  const disc = ([x, y]: Pixel, radius: number, fill: string, border: string, thickness: number) =>
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(radius * unit).toFixed(1)}" fill="${fill}" stroke="${border}" stroke-width="${(thickness * unit).toFixed(1)}"/>`;
  const apart = Math.hypot(start[0] - end[0], start[1] - end[1]) / unit;
  if (apart < 9) return disc(end, 9.5, ink, casing, 2) + disc(end, 5, startColor, casing, 2);
  return disc(start, 7, startColor, casing, 2.5) + disc(end, 7, ink, casing, 2.5) + chequers(end, 3.1 * unit);
}

function chequers([x, y]: Pixel, size: number): string {
  const square = (left: number, top: number) => `M${left.toFixed(1)} ${top.toFixed(1)}h${size}v${size}h${-size}z`;
  return `<path d="${square(x - size, y - size)}${square(x, y)}" fill="${casing}" stroke="none"/>`;
}

function scaleDrawing(length: number, label: string, height: number, unit: number): string {
  const left = 14 * unit;
  const base = height - 13 * unit;
  const tick = 5 * unit;
  const letters = 1.05 * unit;
  const bar = `M${left} ${base - tick}V${base}H${(left + length).toFixed(1)}V${base - tick}`;
  const x = left + length / 2 - (textWidth(label) * letters) / 2;
  const y = base - tick - 10 * letters;
  const text = strokeText(label, Math.max(left, x), y, letters);
  const drawn = (color: string, bars: number, strokes: number) =>
    `<g stroke="${color}"><path d="${bar}" stroke-width="${bars * unit}"/><g stroke-width="${strokes}">${text}</g></g>`;
  return drawn(paper, 6, 5) + drawn(ink, 2, 1.5);
}
