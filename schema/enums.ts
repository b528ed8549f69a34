import { registerEnumType } from 'type-graphql';
import { placements } from '../src/conversations/placement.ts';
import { feedTypes } from '../src/feed/read-feed.ts';
import { friendshipStatuses } from '../src/friendships/friendship.queries.ts';
import { friendOrders } from '../src/people/search-users.ts';
import { privacies } from '../src/visibility.ts';
import { runTypes } from '../src/workouts/run-types.ts';

/** Registers words as a GraphQL enum: `Interval` is shown as `INTERVAL`. */
function enumOf<const Word extends string>(name: string, description: string, words: readonly Word[]) {
  const values = Object.fromEntries(words.map((word) => [word.toUpperCase(), word])) as Record<Uppercase<Word>, Word>;
  registerEnumType(values, { name, description });
  return values;
}

export const Privacy = enumOf(
  'Privacy',
  'Who may see a workout and its post: everyone, friends, only its runner.',
  privacies,
);
export const RunType = enumOf('RunType', 'Kinds of run.', runTypes);
export const FeedType = enumOf(
  'FeedType',
  "FRIENDS: one's own and accepted friends' posts. LOCAL: public posts from within 200 miles. FEATURED: public posts of people marked by staff. PROFILE: posts of one user.",
  feedTypes,
);
export const DistanceUnit = enumOf('DistanceUnit', 'Unit a user wants distances in.', ['miles', 'kilometers']);
export const ElevationUnit = enumOf('ElevationUnit', 'Unit a user wants elevations in.', ['feet', 'meters']);
export const WeightUnit = enumOf('WeightUnit', "Unit of a user's own weight.", ['pounds', 'kilograms']);
export const Gender = enumOf('Gender', 'M: male, F: female, O: other.', ['M', 'F', 'O']);
export const Placement = enumOf(
  'ConversationPlacement',
  'Where a conversation lies for you. HIDDEN: in neither inbox nor archive, and not searched, until somebody writes in it.',
  placements,
);
export const FriendshipStatus = enumOf(
  'FriendshipStatus',
  'PENDING: asked for; ACCEPTED: they are friends.',
  friendshipStatuses,
);
export const FriendOrder = enumOf(
  'FriendOrder',
  'RELEVANCE: best match first. MOST_ACTIVE: most posts of the last 28 days first.',
  friendOrders,
);
