import { registerEnumType } from 'type-graphql';
import { modules } from '../src/domain/accounts/scopes.ts';
import type { ScopeName } from '../src/domain/accounts/scopes.ts';
import type { Placement as PlacementWord } from '../src/domain/conversations/placement.ts';
import type { FeedType as FeedTypeWord } from '../src/domain/feed/read-feed.ts';
import type { FriendshipStatus as StatusWord } from '../src/domain/friendships/friendship.queries.ts';
import type { FriendOrder as OrderWord } from '../src/domain/people/search-users.ts';
import type {
  CaseStatus as CaseStatusWord,
  ModerationAction as ActionWord,
  ReportReason as ReasonWord,
  SubjectKind as KindWord,
} from '../src/domain/people/moderation/subject.ts';
import { privacyMeanings } from '../src/domain/rules/visibility.ts';
import type { Privacy as PrivacyWord } from '../src/domain/rules/visibility.ts';
import type { RunType as RunTypeWord } from '../src/domain/workouts/run-types.ts';
import { kilogramsAPound, metersAFoot, metersAMile } from '../src/domain/rules/units.ts';

/** Registers values as a GraphQL enum, each with its description: `Interval` is shown as `INTERVAL`. */
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
  Interval: 'Alternating between fast and slow.',
  Group: 'Together with others.',
  Elevation: 'With many climbs.',
  Race: 'A competition.',
  Indoor: 'On a treadmill or an indoor track.',
  Beach: 'On sand.',
});
export const FeedType = enumOf<FeedTypeWord>('FeedType', 'Which posts a feed contains.', {
  friends: 'Posts of the user and of accepted friends.',
  local: "Public posts of people within 200 miles of the user's place.",
  featured: 'Public posts of people marked by staff.',
  profile: 'Posts of one user.',
});
export const DistanceUnit = enumOf('DistanceUnit', 'The unit in which a user wants to see distances.', {
  miles: `Miles of ${metersAMile} m.`,
  kilometers: 'Kilometers.',
});
export const ElevationUnit = enumOf('ElevationUnit', 'The unit in which a user wants to see elevations.', {
  feet: `Feet of ${metersAFoot} m.`,
  meters: 'Meters.',
});
export const WeightUnit = enumOf('WeightUnit', "The unit of a user's weight.", {
  pounds: `Pounds of ${kilogramsAPound} kg.`,
  kilograms: 'Kilograms.',
});
export const Gender = enumOf('Gender', 'Gender.', {
  M: 'Male.',
  F: 'Female.',
  O: 'Other.',
});
export const Placement = enumOf<PlacementWord>('ConversationPlacement', 'Where you find a conversation.', {
  inbox: 'In your inbox.',
  requests:
    'Among your requests: it was started by somebody who is not your friend, and you have neither accepted nor answered it.',
  archived: 'In your archive. It is searched as well.',
  hidden: 'In neither inbox nor archive, and not searched, until a new message is written in it.',
});
export const FriendshipStatus = enumOf<StatusWord>('FriendshipStatus', 'The status of a friendship.', {
  Pending: 'Requested, and not yet answered.',
  Accepted: 'Accepted by both users.',
});
export const FriendOrder = enumOf<OrderWord>('FriendOrder', 'The order of friends in search results.', {
  relevance: 'Best match first.',
  most_active: 'Most posts of the last 28 days first.',
});
export const ApiKeyScope = enumOf<ScopeName>('ApiKeyScope', 'What an API key may be used for.', {
  ALL: 'Everything, also what is added later. Keys of sign-ins have it. Only with it the password can be changed, the data exported and the account deleted.',
  READ: 'Reading in all modules, also in those that are added later.',
  ...(Object.fromEntries(
    modules.flatMap((module) => [
      [`${module.toUpperCase()}_READ`, `Reading in the module ${module}.`],
      [`${module.toUpperCase()}_WRITE`, `Reading and changing in the module ${module}.`],
    ]),
  ) as Record<Exclude<ScopeName, 'ALL' | 'READ'>, string>),
});
export const ReportReason = enumOf<ReasonWord>('ReportReason', 'Why something is reported.', {
  spam: 'Advertising, fraud or repetition.',
  harassment: 'It insults, threatens or follows somebody.',
  hate: 'It attacks people for what they are.',
  violence: 'It shows violence, or calls for it.',
  sexual: 'It is sexual, and not wanted here.',
  self_harm: 'Somebody may harm themself.',
  impersonation: 'Somebody pretends to be somebody else.',
  privacy: 'It shows what is private to somebody.',
  other: 'Something else, which the text says.',
});
export const ReportedKind = enumOf<KindWord>('ReportedKind', 'What can be reported.', {
  person: 'A user.',
  post: 'A post.',
  comment: 'A comment.',
  message: 'A message.',
  picture: 'A picture of a post.',
});
export const ModerationStatus = enumOf<CaseStatusWord>('ModerationStatus', 'How far staff have got with a case.', {
  open: 'Nobody has decided it yet.',
  dismissed: 'Nothing is wrong, or not any more.',
  resolved: 'The content was hidden, or the person suspended.',
});
export const ModerationAction = enumOf<ActionWord>('ModerationAction', 'What staff have done.', {
  hide: 'Hidden content.',
  restore: 'Shown hidden content again.',
  suspend: 'Suspended an account.',
  unsuspend: 'Ended a suspension.',
  dismiss: 'Dismissed a case.',
});
