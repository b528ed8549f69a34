import { randomUUID } from 'node:crypto';
import type { Context, ProcessContext } from '../context.ts';
import { Failure } from '../../errors.ts';
import { followPlace } from '../feed/move-posts.ts';
import type { Integrations } from '../../platform/integrations.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import type { JobQueue, Jobs } from '../../platform/jobs/jobs.ts';
import type { Place } from '../../platform/places/places.ts';

/** A place that was not looked up in time: that of a user, or the one at which a route with this name starts. */
export type LatePlace = { userId: number } | { routeId: number; name: string };

/** The place of a profile, or where a route starts; null for coordinates that are not known. */
interface HalfKnown {
  name: string;
  latitude: number | null;
  longitude: number | null;
}

const ofProfile = statement.read<HalfKnown>(
  'late_place_of_profile',
  'select location_name as name, location_lat as latitude, location_lng as longitude from profile where id = $1',
  { all: 'only the service itself reads it, to complete it' },
);
const ofRoute = statement.read<HalfKnown>(
  'late_place_of_route',
  'select name, start_lat as latitude, start_lng as longitude from route where id = $1 and name = $2',
  { all: 'only the service itself reads it, to complete it' },
);
/** Both write nothing when the owner has changed the place or the name in the meantime. */
const completeProfile = statement.write<{ id: number }>(
  'complete_place_of_profile',
  `update profile set location_name = $5, location_lat = $6, location_lng = $7 where id = $1 and location_name = $2
     and location_lat is not distinct from $3 and location_lng is not distinct from $4 returning id`,
);
const completeRoute = statement.write<{ id: number }>(
  'complete_name_of_route',
  `update route set name = $3 where id = $1 and name = $2 returning id`,
);

/** The queue of places that are looked up again. A job that fails is repeated for about a day. */
export function latePlaces(jobs: Jobs): Promise<JobQueue<LatePlace>> {
  return jobs.queue('late-places', { firstDelaySeconds: 5, longestDelaySeconds: 3600, limit: 40 });
}

/** The result of a look-up; undefined when there was none in time, so that it has to be repeated with `lookUpAgain`. */
export function inTime(lookUp: Promise<Place | null>): Promise<Place | null | undefined> {
  return lookUp.catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'BUSY') return undefined;
    throw error;
  });
}

/** Looks a place up after the commit of the transaction that stores it without. */
export async function lookUpAgain({ integrations }: Context, tx: Transaction, place: LatePlace): Promise<void> {
  await integrations.latePlaces.add(await tx.em(), randomUUID(), place);
}

/** The name of a route near a place. */
export const near = (length: string, { name }: Place) => `${length} near ${name}`;

/** Runs the jobs of the queue in this process. */
export async function startLatePlaces({ database, integrations }: ProcessContext): Promise<void> {
  const { places } = integrations;
  await integrations.latePlaces.work(async (_id, late) => {
    if ('routeId' in late) {
      const start = await database.one(ofRoute, [late.routeId, late.name]);
      const town = start && (await placeOf(places, { ...start, name: '' }));
      if (town) await database.one(completeRoute, [late.routeId, late.name, near(late.name, town)]);
      return;
    }
    const { userId } = late;
    const half = await database.one(ofProfile, [userId]);
    const found = half && (await placeOf(places, half));
    if (!found) return;
    const { name, latitude, longitude } = half;
    const whole = [name || found.name, latitude ?? found.latitude, longitude ?? found.longitude];
    await database.transaction(async (tx) => {
      if (await tx.one(completeProfile, [userId, name, latitude, longitude, ...whole]))
        await followPlace({ integrations }, tx, userId);
    });
  });
}

/** What is missing; null when nothing is, or it is unknown. @throws Failure BUSY */
async function placeOf(
  places: Integrations['places'],
  { name, latitude, longitude }: HalfKnown,
): Promise<Place | null> {
  if (latitude === null || longitude === null) return name === '' ? null : places.find(name);
  return name === '' ? places.nearest(latitude, longitude) : null;
}
