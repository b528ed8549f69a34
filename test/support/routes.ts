import { globalId } from '../../schema/global-id.ts';
import { as } from './cast.ts';
import type { Person } from './cast.ts';
import type { Mapping } from './client.ts';

/** Points of a run due north, 1 km every 5 minutes. */
export function pointsFrom(lat: number, lng: number, kilometers = 5): Mapping[] {
  return Array.from({ length: kilometers + 1 }, (_, i) => ({
    lat: lat + i * 0.0089932,
    lng,
    time: new Date(Date.UTC(2024, 4, 1) + i * 300_000).toISOString(),
  }));
}

/** Makes a route of a workout; returns its id. */
export async function makeRoute(person: Person, workoutId: number, more: Mapping = {}): Promise<number> {
  const { data, errors } = await as(person).graphql<{ createRoute: { route: { databaseId: number } } }>(
    'mutation ($input: CreateRouteInput!) { createRoute(input: $input) { route { databaseId } } }',
    { input: { workoutId: globalId('Workout', workoutId), ...more } },
  );
  if (!data || errors.length > 0) throw new Error(errors.map(({ message }) => message).join());
  return data.createRoute.route.databaseId;
}
