import { decode } from '@googlemaps/polyline-codec';
import { useId } from 'react';
import { distancesOf } from './splits.ts';

/** The size of the drawing; the page scales it. */
const [width, margin] = [600, 34];

interface Props {
  /** An encoded polyline, as the service has it for every run with points. */
  polyline: string;
  label: string;
  /** A lower drawing without marks. */
  small?: boolean;
  /** The length of the run in meters, and after how many meters there is a mark. */
  marks?: { length: number; every: number };
}

/** The line of a run on squares, with its start, its end and a mark after each mile or kilometer. Nothing is loaded for it. */
export function TrackMap({ polyline, label, small = false, marks }: Props) {
  const pattern = useId();
  const height = small ? 220 : 420;
  const points = decode(polyline).map(([lat, lng]) => ({ lat, lng }));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;

  // A run is so small that the earth is flat there, and its degrees of longitude are all of the same length.
  const east = Math.cos((first.lat * Math.PI) / 180);
  const [xs, ys] = [points.map(({ lng }) => lng * east), points.map(({ lat }) => -lat)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min((width - 2 * margin) / (wide || 1e-5), (height - 2 * margin) / (high || 1e-5));
  const place = ({ lat, lng }: { lat: number; lng: number }): [x: number, y: number] => [
    (width - wide * scale) / 2 + (lng * east - left) * scale,
    (height - high * scale) / 2 + (-lat - top) * scale,
  ];
  const path = points.map(place).map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`);
  const square = (500 / 111_195) * scale; // half a kilometer
  const along = marks ? distancesOf(points, marks.length) : [];
  const marked = marks
    ? Array.from({ length: Math.floor(marks.length / marks.every) }, (_, i) => {
        const next = along.findIndex((distance) => distance >= (i + 1) * marks.every);
        return { number: i + 1, point: points[next] ?? last };
      })
    : [];
  // A long run has a mark after every fifth mile, or after every tenth.
  const every = marked.length > 60 ? 10 : marked.length > 16 ? 5 : 1;

  return (
    <svg className="map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <pattern id={pattern} width={square} height={square} patternUnits="userSpaceOnUse">
        <path className="grid" d={`M${square} 0H0V${square}`} />
      </pattern>
      <rect className="paper" width={width} height={height} />
      <rect fill={`url(#${pattern})`} width={width} height={height} />
      <path className="casing" d={path.join('')} />
      <path className="line" d={path.join('')} />
      {marked
        .filter(({ number }) => number % every === 0)
        .map(({ number, point }) => {
          const [x, y] = place(point);
          return (
            <g key={number} className="mark" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
              <circle r={14} />
              <text textAnchor="middle" dy="0.36em">
                {number}
              </text>
            </g>
          );
        })}
      <Ends places={[place(first), place(last)]} />
    </svg>
  );
}

/** A ring where the run has ended, and a green disc where it began. */
function Ends({ places: [[startX, startY], [endX, endY]] }: { places: [[number, number], [number, number]] }) {
  return (
    <>
      <circle className="end" cx={endX} cy={endY} r={11} />
      <circle className="start" cx={startX} cy={startY} r={6} />
    </>
  );
}
