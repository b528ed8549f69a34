import { TrackBuilder } from '@runners/recordings';
import type { Track } from '@runners/recordings';

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A winding run at about 3 m/s with a point every two seconds, as a watch records it. */
export function makeTrack(seed: number, points: number, startMs: number): Track {
  const random = randomNumbers(seed);
  const builder = new TrackBuilder();
  let lat = 47 + random() * 3;
  let lng = 5 + random() * 8;
  let heading = random() * Math.PI * 2;
  let elevation = 200 + random() * 300;
  for (let i = 0; i < points; i++) {
    heading += (random() - 0.5) * 0.35;
    const meters = 5.4 + random() * 1.2;
    lat += (meters * Math.cos(heading)) / 111_195;
    lng += (meters * Math.sin(heading)) / (111_195 * Math.cos((lat * Math.PI) / 180));
    elevation += (random() - 0.5) * 0.8;
    builder.addPoint(round(lat, 1e7), round(lng, 1e7), round(elevation, 10), startMs + i * 2000);
  }
  return builder.build();
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
