import { preferencesLoader } from '../people/person.loaders.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { inTime, near } from '../people/look-up-again.ts';
import { metersAMile } from '@runners/recordings';

/**
 * `10.2 km near Zürich`, in the unit of the viewer, or `10.2 km` without a town within 25 km. `isLate` when the town has to be looked
 * up again.
 */
export async function routeName(
  context: Context,
  meters: number,
  [latitude, longitude]: readonly [number, number],
): Promise<{ name: string; isLate: boolean }> {
  const [preferences, town] = await Promise.all([
    context.loader(preferencesLoader).load(viewerOf(context).id),
    inTime(context.integrations.places.nearest(latitude, longitude)),
  ]);
  const length =
    preferences?.distance === 'kilometers'
      ? `${(meters / 1000).toFixed(1)} km`
      : `${(meters / metersAMile).toFixed(1)} miles`;
  return { name: town ? near(length, town) : length, isLate: town === undefined };
}
