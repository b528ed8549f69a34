import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import type { Context } from '../../src/domain/context.ts';
import { globalId } from '../../schema/global-id.ts';
import { privacies } from '../../src/domain/rules/visibility.ts';
import type { Privacy } from '../../src/domain/rules/visibility.ts';
import { addPicture } from '../pictures/sending.ts';
import type { sizeNames } from '../pictures/sending.ts';
import type { Person } from '../support/cast.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import type { TestService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import type { Recorded } from '../support/workouts.ts';

/** A workout, its post with a picture, and a route made of it. */
export type Made = Recorded & { title: string; picture: number; route: number };

/** One of each privacy, made by the person. */
export async function makeFixtures(person: Person): Promise<Record<Privacy, Made>> {
  const made = {} as Record<Privacy, Made>;
  for (const privacy of privacies) {
    const title = `A ${privacy} run`;
    const recorded = await record(person, { title, privacy, post_body: title, points: pointsFrom(47.1, 8.1) });
    made[privacy] = {
      title,
      ...recorded,
      picture: (await addPicture(person, recorded.post)).id,
      route: await makeRoute(person, recorded.workout, { name: title }),
    };
  }
  return made;
}

/** The URL of a picture as it would have been handed out to the viewer. */
export function mediaOf(
  service: TestService,
  viewer: number,
  picture: number,
  size: (typeof sizeNames)[number],
): string {
  return pictureUrl({ ...service.processContext, viewer: { id: viewer } } as unknown as Context, picture, size);
}

export const routeId = ({ route }: { route: number }) => ({ id: globalId('Route', route) });
export const workoutId = ({ workout }: Recorded) => ({ id: globalId('Workout', workout) });
export const postId = ({ post }: Recorded) => ({ id: globalId('Post', post) });
