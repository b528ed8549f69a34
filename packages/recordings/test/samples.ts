/** Recordings and GPX texts for the tests of this package, and for those of whoever uses it. */
export { gpx, gpxOf, longRun, plain, recording, RECORDINGS } from './gpx-samples.ts';
export { dialects, measured, sensorRun } from './sensor-samples.ts';
