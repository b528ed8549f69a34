import type { Context } from '../domain/context.ts';
import { createRoute } from '../domain/routes/create-route.ts';
import { favoriteRoute } from '../domain/routes/favorite-route.ts';

/** A demo runner's workout with points, to make a route of. */
export interface DemoRouteSource {
  runner: Context;
  workoutId: number;
  name: string;
}

/**
 * Demo data: routes from some workouts, through the operations that apps use and inside whatever transaction the contexts
 * are in; `fan` marks every second one that they may see. Named, so that no gazetteer has to be waited for.
 */
export async function seedDemoRoutes(sources: readonly DemoRouteSource[], fan: Context): Promise<void> {
  for (const [i, { runner, workoutId, name }] of sources.entries()) {
    const { id, privacy } = await createRoute(runner, workoutId, name);
    if (privacy === 'public' && i % 2 === 0) await favoriteRoute(fan, id, 'favorite');
  }
}
