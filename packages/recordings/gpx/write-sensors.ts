import { NO_VALUE, valueOf } from '../track/sensors.ts';
import type { SensorName, Sensors } from '../track/sensors.ts';

/**
 * The namespaces of the extensions, for the `trk` that contains them, because the beginning of the document is written
 * before it is known whether there are any.
 */
export const sensorNamespaces =
  ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"' +
  ' xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1"';

/** The elements of Garmin's TrackPointExtension 2, in the order of its schema. */
const elements = [
  ['atemp', 'temperature'],
  ['hr', 'heartRate'],
  ['cad', 'cadence'],
  ['speed', 'speed'],
] as const satisfies (readonly [string, SensorName])[];

/** The `extensions` of point `i`: Garmin's PowerExtension and TrackPointExtension 2. Empty without any value. */
export function sensorsText(sensors: Sensors, i: number): string {
  const at = (name: SensorName) => valueOf(name, sensors[name]?.[i] ?? NO_VALUE);
  const watts = at('power');
  let text = '';
  for (const [element, name] of elements) {
    const value = at(name);
    if (value !== null) text += `<gpxtpx:${element}>${value}</gpxtpx:${element}>`;
  }
  if (text !== '') text = `<gpxtpx:TrackPointExtension>${text}</gpxtpx:TrackPointExtension>`;
  if (watts !== null)
    text = `<gpxpx:PowerExtension><gpxpx:PowerInWatts>${watts}</gpxpx:PowerInWatts></gpxpx:PowerExtension>${text}`;
  return text === '' ? '' : `<extensions>${text}</extensions>`;
}
