import { splitsOf } from './splits.ts';
import type { TrackPoint } from './splits.ts';
import { clock, useFormat } from './units.ts';

/**
 * The splits of a run, with a bar that is longer the faster a split was.
 * @param length the length of the run in meters
 */
export function SplitTable({ points, length }: { points: readonly TrackPoint[]; length: number }) {
  const format = useFormat();
  const splits = splitsOf(points, length, format.splitMeters);
  const paces = splits.map(({ seconds, meters }) => seconds / meters);
  const fastest = Math.min(...paces);
  if (splits.length === 0) return null;
  return (
    <table className="splits card">
      <caption>Splits</caption>
      <thead>
        <tr>
          <th scope="col">{format.distanceUnit}</th>
          <th scope="col">Time</th>
          <th scope="col">Pace /{format.distanceUnit}</th>
          <th scope="col">Rise</th>
        </tr>
      </thead>
      <tbody>
        {splits.map(({ meters, seconds, rise }, i) => {
          const isWhole = meters > format.splitMeters - 1;
          return (
            // Splits have no other name than their number.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i} className={paces[i] === fastest && isWhole ? 'fastest' : undefined}>
              <th scope="row">{isWhole ? i + 1 : (meters / format.splitMeters).toFixed(2)}</th>
              <td>{clock(seconds)}</td>
              <td>
                <span className="bar" style={{ inlineSize: `${(fastest / paces[i]!) * 100}%` }} />
                {clock((seconds / meters) * format.splitMeters)}
              </td>
              <td>{rise === null ? '–' : `${rise > 0 ? '+' : ''}${format.elevation(rise)}`}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
