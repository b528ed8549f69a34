/** Recordings and GPX texts for the tests of this package, and for those of whoever uses it. */
export { gpx, gpxOf, longRun, plain, recording, RECORDINGS } from './gpx-samples.ts';
export {
  fitFile,
  fitLap,
  fitMessage,
  fitRecord,
  fitRun,
  fitSession,
  fitStart,
  fitTimer,
  u32,
  u8,
} from './fit-samples.ts';
export { tcx, tcxActivity, tcxLap, tcxPoint, tcxRun } from './tcx-samples.ts';
export { dialects, measured, sensorRun } from './sensor-samples.ts';
