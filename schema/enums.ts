import { registerEnumType } from 'type-graphql';
import type { ImportState as ImportStateWord } from '../src/domain/accounts/data-import.entity.ts';
import { modules } from '../src/domain/rules/scopes.ts';
import type { ScopeName } from '../src/domain/rules/scopes.ts';
import type { Placement as PlacementWord } from '../src/domain/conversations/placement.ts';
import type { FeedType as FeedTypeWord } from '../src/domain/feed/read-feed.ts';
import type { FriendshipStatus as StatusWord } from '../src/domain/friendships/friendship.queries.ts';
import type { FriendOrder as OrderWord } from '../src/domain/people/search-users.ts';
import type {
  CaseStatus as CaseStatusWord,
  ModerationAction as ActionWord,
  ReportReason as ReasonWord,
  SubjectKind as KindWord,
} from '../src/domain/moderation/subject.ts';
import { kinds, notificationKinds } from '../src/domain/notifications/kinds.ts';
import type { NotificationKind as NotificationWord } from '../src/domain/notifications/kinds.ts';
import { privacyMeanings } from '../src/domain/rules/visibility.ts';
import type { Privacy as PrivacyWord } from '../src/domain/rules/visibility.ts';
import type { WorkoutOrder as WorkoutOrderWord } from '../src/domain/workouts/list-workouts.ts';
import type { CalendarPeriod as PeriodWord } from '../src/domain/workouts/summary-periods.ts';
import type { splitUnits } from '../src/domain/workouts/read-streams.ts';
import { metersAMile, repairKinds } from '@runners/recordings';
import type { RepairKind } from '@runners/recordings';
import type { RunType as RunTypeWord } from '../src/domain/workouts/run-types.ts';
import { kilogramsAPound, metersAFoot } from '../src/domain/rules/units.ts';

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
export const WorkoutOrder = enumOf<WorkoutOrderWord>('WorkoutOrder', 'The order of a list of workouts.', {
  run_date_desc: 'Newest run first.',
  run_date_asc: 'Oldest run first.',
  distance_desc: 'Longest distance first; runs of unknown distance last.',
  distance_asc: 'Shortest distance first; runs of unknown distance before all others.',
});
export const CalendarPeriod = enumOf<PeriodWord>('CalendarPeriod', 'The periods by which workouts are summed up.', {
  day: 'From midnight to midnight, also where the clocks are changed.',
  week: 'From Monday to Sunday.',
  month: 'A month of the calendar.',
  year: 'From January to December.',
});
export const TrackRepairKind = enumOf<RepairKind>(
  'TrackRepairKind',
  'What can be wrong with recorded points.',
  repairKinds,
);
export type SplitUnitWord = keyof typeof splitUnits;
export const SplitUnit = enumOf<SplitUnitWord>('SplitUnit', 'The lengths by which a workout is divided into splits.', {
  kilometer: 'A kilometer.',
  mile: `A mile, ${metersAMile} meters.`,
});
export type RouteSourceWord = 'workout';
export const RouteSource = enumOf<RouteSourceWord>('RouteSource', 'What a route was created from.', {
  workout: 'A workout of its owner.',
});
export type UploadFormatWord = 'json' | 'gpx' | 'fit' | 'tcx';
export const UploadFormat = enumOf<UploadFormatWord>('UploadFormat', 'How a workout was uploaded.', {
  json: 'As fields: its date, duration and distance, with or without points.',
  gpx: 'As a GPX file, as devices write it.',
  fit: 'As a FIT file, as watches write it.',
  tcx: 'As a TCX file.',
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
export const NotificationKind = enumOf<NotificationWord>(
  'NotificationKind',
  'What a notification is about.',
  Object.fromEntries(notificationKinds.map((word) => [word, kinds[word].meaning])) as Record<NotificationWord, string>,
);
export const ReportReason = enumOf<ReasonWord>('ReportReason', 'The reason for a report.', {
  spam: 'Advertising, fraud or repetition.',
  harassment: 'Insults, threats or stalking.',
  hate: 'Attacks on people because of a group that they belong to.',
  violence: 'Depictions of violence, or calls for it.',
  sexual: 'Sexual content.',
  self_harm: 'A sign that a person may harm themself.',
  impersonation: 'A user pretends to be another person.',
  privacy: 'Private information about a person.',
  other: 'Another reason, which the text describes.',
});
export const ReportedKind = enumOf<KindWord>('ReportedKind', 'The kind of an object that can be reported.', {
  person: 'A user.',
  post: 'A post.',
  comment: 'A comment.',
  message: 'A message.',
  picture: 'A picture of a post.',
});
export const ModerationStatus = enumOf<CaseStatusWord>('ModerationStatus', 'The status of a case.', {
  open: 'The staff have not decided the case yet.',
  dismissed: 'The case was dismissed, or the content was restored.',
  resolved: 'The content was hidden, or the user was suspended.',
});
export const ModerationAction = enumOf<ActionWord>('ModerationAction', 'An action of the staff.', {
  hide: 'Content was hidden.',
  restore: 'Hidden content was restored.',
  suspend: 'An account was suspended.',
  unsuspend: 'A suspension ended.',
  dismiss: 'A case was dismissed.',
});

export type ImportOutcomeWord = 'added' | 'duplicate' | 'refused';
export const ImportOutcome = enumOf<ImportOutcomeWord>('ImportOutcome', 'What became of something in an archive.', {
  added: 'It came in.',
  duplicate: 'It was there already.',
  refused: 'It did not come in.',
});
export const DataImportState = enumOf<ImportStateWord>('DataImportState', 'How far an import is.', {
  prepared: 'The archive is awaited, or `importMyData` is.',
  waiting: 'It waits for its turn.',
  running: 'It goes on.',
  done: 'Everything in the archive was looked at.',
  refused: 'The archive was not read at all.',
  cancelled: 'You have ended it. What came in before stays.',
});
