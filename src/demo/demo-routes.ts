import type { Context } from '../domain/context.ts';
import { createRoute } from '../domain/routes/create-route.ts';
import { favoriteRoute } from '../domain/routes/favorite-route.ts';

/** A workout of a demo runner with points, from which a route is created. */
export interface DemoRouteSource {
  runner: Context;
  workoutId: number;
  name: string;
}

/**
 * Demo data: routes from some workouts, created through the operations that apps use, in the transaction of the
 * contexts. `fan` marks every second one that is visible. They have names, so that the gazetteer is not needed.
 */
export async function seedDemoRoutes(sources: readonly DemoRouteSource[], fan: Context): Promise<void> {
  for (const [i, { runner, workoutId, name }] of sources.entries()) {
    const { id, privacy } = await createRoute(runner, workoutId, name);
    if (privacy === 'public' && i % 2 === 0) await favoriteRoute(fan, id, 'favorite');
  }
}
