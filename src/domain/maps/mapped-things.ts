// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import type { Queries } from '@runners/postgres';
import { routesByIds } from '../routes/route.queries.ts';
import { measurePath, thinTrack, UNITS_A_DEGREE, withoutLeftOut } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { tracksByWorkoutIds } from '../workouts/track.queries.ts';
import { workoutsByIds } from '../workouts/workout.queries.ts';
import type { MapKind } from './map-url.ts';

const { decode } = codec;

/** Beyond this many points, not every point of a track is read. They could not be distinguished. */
const drawnPoints = 39_000;

/** An object that has a map. */
export interface MappedThing {
  id: number;
  /** '' without points. */
  polyline: string;
}

/** How objects of a kind are found, and which points are drawn. */
interface Mapped {
  /** Undefined if there is no such object that the viewer may see. */
  find(database: Queries, viewerId: number, id: number): Promise<MappedThing | undefined>;
  /** The points, or undefined if they have been deleted. The visibility has been checked before. */
  track(database: Queries, thing: MappedThing): Promise<Track | undefined>;
}

export const mappedThings: Record<MapKind, Mapped> = {
  workout: {
    find: (database, viewerId, id) => database.one(workoutsByIds, [viewerId, [id]]),
    async track(database, { id }) {
      const row = await database.one(tracksByWorkoutIds, [[id]]);
      if (!row) return undefined;
      const track = thinTrack(row.points, drawnPoints);
      return withoutLeftOut(track, measurePath(track).leftOut);
    },
  },
  route: {
    find: (database, viewerId, id) => database.one(routesByIds, [viewerId, [id]]),
    track: async (_database, { polyline }) => trackOf(polyline),
  },
};

/** The points of an encoded polyline as one segment without times. */
function trackOf(polyline: string): Track {
  const points = decode(polyline, 5);
  const units = (degrees: number) => Math.round(degrees * UNITS_A_DEGREE);
  return {
    latitudeE7: Int32Array.from(points, ([latitude]) => units(latitude)),
    longitudeE7: Int32Array.from(points, ([, longitude]) => units(longitude)),
    elevation: new Float64Array(points.length).fill(NaN),
    time: new Float64Array(points.length).fill(NaN),
    segmentStarts: [0],
  };
}
