import { distancesOf } from './splits.ts';
import type { TrackPoint } from './splits.ts';
import { useFormat } from './units.ts';

const [width, height, margin] = [600, 110, 8];

/**
 * The elevation along a run.
 * @param length the length of the run in meters
 */
export function Profile({ points, length }: { points: readonly TrackPoint[]; length: number }) {
  const format = useFormat();
  const along = distancesOf(points, length);
  const known = points.flatMap(({ elev }, i) => (typeof elev === 'number' ? [{ elev, at: along[i]! }] : []));
  if (known.length < 2) return null;
  const heights = known.map(({ elev }) => elev);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  // At least twenty meters high, so that a flat run looks flat.
  const scale = (height - 2 * margin) / Math.max(20, highest - lowest);
  const line = known.map(
    ({ elev, at }) =>
      `L${((at / length) * width).toFixed(1)} ${(height - margin - (elev - lowest) * scale).toFixed(1)}`,
  );
  return (
    <figure className="profile">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 ${height}${line.join('')}L${width} ${height}Z`} />
      </svg>
      <figcaption>
        Elevation from {format.elevation(lowest)} to {format.elevation(highest)}
      </figcaption>
    </figure>
  );
}
