import { IANAZone } from 'luxon';
// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { momentMs } from '../rules/moment.ts';

const { decode } = codec;

/** When a run began by the clocks where it was run. */
interface LocalStart {
  /** `2024-03-01T08:00:00.000000`, without a zone. */
  startDate: string;
  /** The IANA name of the zone. */
  timeZone: string;
  offsetInMinutes: number;
}

/** The first point of an encoded polyline: two numbers, each of which ends with a character that says so. */
const firstPoint = /^(?:[_-~]{0,6}[?-^]){2}/;

/**
 * When a run began by the clocks where it was run, by the time zone of the first point of its line; null without points.
 * The map of the zones is loaded when it is first asked.
 */
export async function localStart(run: { polyline: string; runDate: string }): Promise<LocalStart | null> {
  const [start] = decode(firstPoint.exec(run.polyline)?.[0] ?? '', 5);
  if (!start) return null;
  const { default: zoneAt } = await import('@photostructure/tz-lookup');
  const timeZone = zoneAt(...start);
  const begunMs = momentMs(run.runDate);
  const offsetInMinutes = Math.round(IANAZone.create(timeZone).offset(begunMs));
  const seconds = new Date(begunMs + offsetInMinutes * 60_000).toISOString().slice(0, 19);
  return { startDate: `${seconds}${run.runDate.slice(seconds.length, -1)}`, timeZone, offsetInMinutes };
}
