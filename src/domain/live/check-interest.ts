import type { Viewer } from '../accounts/authenticate.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { cellsAround } from '../feed/grid.ts';
import { userVisibleTo, visibleTo } from '../rules/visibility.ts';
import type { Interest } from './live.ts';

type Found = { found: number };

/** `$1` viewer, `$2` conversation, user or post: a row when it is there for the viewer. */
const seatOf = statement<Found>(
  'live_seat_of',
  'select 1 as found from seat where user_id = $1 and conversation_id = $2',
);
const userFor = statement<Found>(
  'live_user_for',
  `select 1 as found from users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
);
const postFor = statement<Found>(
  'live_post_for',
  `select 1 as found from post p where p.id = $2 and ${visibleTo('$1', 'p.author_id', 'p.privacy')}`,
);
const placeOf = statement<{ latitude: number; longitude: number }>(
  'live_place_of',
  `select location_lat as latitude, location_lng as longitude from profile
   where id = $1 and location_lat is not null and location_lng is not null`,
);

/** Checks that what the viewer wants to hear of is there for them. @throws Failure NOT_FOUND */
export async function checkInterest(database: Database, viewer: Viewer, interest: Interest): Promise<void> {
  const check =
    interest.kind === 'messages' && interest.conversationId !== null
      ? ([seatOf, interest.conversationId] as const)
      : interest.kind === 'posts' && interest.feed === 'profile'
        ? ([userFor, interest.userId] as const)
        : interest.kind === 'postChanges' && interest.postId !== null
          ? ([postFor, interest.postId] as const)
          : null;
  if (check && !(await database.one(check[0], [viewer.id, check[1]]))) throw new Failure('NOT_FOUND');
}

/** The grid cells around the viewer's place, for who wants the local feed; none without a place (interface, Posts). */
export async function cellsOf(database: Database, viewer: Viewer, interest: Interest): Promise<number[]> {
  if (interest.kind !== 'posts' || interest.feed !== 'local') return [];
  const place = await database.one(placeOf, [viewer.id]);
  return place ? cellsAround(place.latitude, place.longitude) : [];
}
