import { registerEnumType } from 'type-graphql';
import type { Placement as PlacementWord } from '../src/domain/conversations/placement.ts';
import type { FeedType as FeedTypeWord } from '../src/domain/feed/read-feed.ts';
import type { FriendshipStatus as StatusWord } from '../src/domain/friendships/friendship.queries.ts';
import type { FriendOrder as OrderWord } from '../src/domain/people/search-users.ts';
import { privacyMeanings } from '../src/domain/rules/visibility.ts';
import type { Privacy as PrivacyWord } from '../src/domain/rules/visibility.ts';
import type { RunType as RunTypeWord } from '../src/domain/workouts/run-types.ts';
import { kilogramsAPound, metersAFoot, metersAMile } from '../src/domain/rules/units.ts';

/** Registers words as a GraphQL enum, each with what it means: `Interval` is shown as `INTERVAL`. */
function enumOf<const Word extends string>(name: string, description: string, words: Readonly<Record<Word, string>>) {
  const entries = Object.entries<string>(words);
  const values = Object.fromEntries(entries.map(([word]) => [word.toUpperCase(), word])) as Record<
    Uppercase<Word>,
    Word
  >;
  const meanings = entries.map(([word, meaning]) => [word.toUpperCase(), { description: meaning }]);
  registerEnumType(values, { name, description, valuesConfig: Object.fromEntries(meanings) as Record<never, never> });
  return values;
}

export const Privacy = enumOf<PrivacyWord>('Privacy', 'Who may see a workout and its post.', privacyMeanings);
export const RunType = enumOf<RunTypeWord>('RunType', 'Kinds of run.', {
  Endurance: 'Long and even.',
  Tempo: 'Fast and even.',
  Slow: 'Easy, to recover.',
  Interval: 'Fast and slow by turns.',
  Group: 'Together with others.',
  Elevation: 'Up and down hills.',
  Race: 'A competition.',
  Indoor: 'On a treadmill or in a hall.',
  Beach: 'On sand.',
});
export const FeedType = enumOf<FeedTypeWord>('FeedType', 'Whose posts a feed has.', {
  friends: "One's own and accepted friends' posts.",
  local: "Public posts of people within 200 miles of one's place.",
  featured: 'Public posts of people marked by staff.',
  profile: 'Posts of one user.',
});
export const DistanceUnit = enumOf('DistanceUnit', 'Unit a user wants distances in.', {
  miles: `Miles of ${metersAMile} m.`,
  kilometers: 'Kilometers.',
});
export const ElevationUnit = enumOf('ElevationUnit', 'Unit a user wants elevations in.', {
  feet: `Feet of ${metersAFoot} m.`,
  meters: 'Meters.',
});
export const WeightUnit = enumOf('WeightUnit', "Unit of a user's own weight.", {
  pounds: `Pounds of ${kilogramsAPound} kg.`,
  kilograms: 'Kilograms.',
});
export const Gender = enumOf('Gender', 'Gender, as far as somebody says it.', {
  M: 'Male.',
  F: 'Female.',
  O: 'Other.',
});
export const Placement = enumOf<PlacementWord>('ConversationPlacement', 'Where a conversation lies for you.', {
  inbox: 'In your inbox.',
  requests:
    'Among your requests: somebody who is no friend of yours began it, and you have neither accepted nor answered it.',
  archived: 'In your archive; searched, too.',
  hidden: 'In neither inbox nor archive, and not searched, until somebody writes in it.',
});
export const FriendshipStatus = enumOf<StatusWord>('FriendshipStatus', 'How far a friendship has come.', {
  Pending: 'Asked for, and not answered yet.',
  Accepted: 'They are friends.',
});
export const FriendOrder = enumOf<OrderWord>('FriendOrder', 'What comes first among found friends.', {
  relevance: 'Best match first.',
  most_active: 'Most posts of the last 28 days first.',
});
