import { keysByIds } from './accounts/account.queries.ts';
import type { ApiKeyRow } from './accounts/account.queries.ts';
import type { Context } from './context.ts';
import { conversationLoaders } from './conversations/conversation.loaders.ts';
import type { ConversationLoaders } from './conversations/conversation.loaders.ts';
import { eventLoaders } from './events/event.loaders.ts';
import type { EventLoaders } from './events/event.loaders.ts';
import { commentLoaders } from './feed/comment.loaders.ts';
import type { CommentLoaders } from './feed/comment.loaders.ts';
import { likesLoaders } from './feed/like.loaders.ts';
import type { LikesLoaders } from './feed/like.loaders.ts';
import { friendshipLoaders } from './friendships/friendship.loaders.ts';
import type { FriendshipLoaders } from './friendships/friendship.loaders.ts';
import { notificationLoaders } from './notifications/notification.loaders.ts';
import type { NotificationLoaders } from './notifications/notification.loaders.ts';
import { preferencesByIds } from './people/preferences.queries.ts';
import type { PreferencesRow } from './people/preferences.queries.ts';
import { profilesByIds } from './people/profile.queries.ts';
import type { ProfileRow } from './people/profile.queries.ts';
import { statsByIds } from './people/stats.queries.ts';
import type { StatsRow } from './people/stats.queries.ts';
import { usersByIds } from './people/user.queries.ts';
import type { UserRow } from './people/user.queries.ts';
import { flatPostsByIds, postRow } from './feed/post.queries.ts';
import type { PostRow } from './feed/post.queries.ts';
import { pictureLoaders } from './pictures/picture.loaders.ts';
import type { PictureLoaders } from './pictures/picture.loaders.ts';
import { routeLoaders } from './routes/route.loaders.ts';
import type { RouteLoaders } from './routes/route.loaders.ts';
import { loader } from '../platform/database/loader.ts';
import type { Loader } from '../platform/database/loader.ts';
import type { StoredRecording } from './tracks/measure-pool.ts';
import type { SensorFigures } from './tracks/sensor-figures.ts';
import type { Track } from './tracks/track.ts';
import { madeWhenUsed } from './loader-makers.ts';
import type { LoaderMakers } from './loader-makers.ts';
import { originalsByWorkoutIds } from './workouts/originals/original.queries.ts';
import type { OriginalRow } from './workouts/originals/original.queries.ts';
import { recordingLoader, sensorFiguresByWorkoutIds, sensorsByWorkoutIds } from './workouts/recording.loader.ts';
import { trackLoader } from './workouts/track.loader.ts';
import { summaryLoader } from './workouts/summary.loader.ts';
import type { SummaryLoader } from './workouts/summary.loader.ts';
import { workoutsByIds } from './workouts/workout.queries.ts';
import type { WorkoutRow } from './workouts/workout.queries.ts';

/** The loaders of a request: each collects the keys of a tick and asks once. */
export interface Loaders
  extends
    CommentLoaders,
    ConversationLoaders,
    EventLoaders,
    FriendshipLoaders,
    LikesLoaders,
    NotificationLoaders,
    PictureLoaders,
    RouteLoaders {
  /** The viewer's own keys. */
  apiKeys: Loader<ApiKeyRow>;
  users: Loader<UserRow>;
  preferences: Loader<PreferencesRow>;
  profiles: Loader<ProfileRow>;
  stats: Loader<StatsRow>;
  workouts: Loader<WorkoutRow>;
  workoutSummaries: SummaryLoader;
  /** Of workouts, within `answerLimits`. */
  tracks: Loader<Track>;
  /** Packed points and sensors of workouts, to compute something from them, within `answerLimits`. */
  recordings: Loader<StoredRecording>;
  /** Packed sensors of workouts whose tracks are loaded within `answerLimits`. */
  sensors: Loader<{ workoutId: number; packed: Uint8Array }>;
  /** Averages and maxima of sensors, of workouts. */
  sensorFigures: Loader<{ id: number; figures: SensorFigures }>;
  /** Original files of the viewer's own workouts. */
  originals: Loader<OriginalRow>;
  posts: Loader<PostRow>;
}

/** The names of the loaders of objects by their ids. */
export type ObjectLoader = {
  [Name in keyof Loaders]: Loaders[Name] extends { clear(id: number): unknown } ? Name : never;
}[keyof Loaders];

const byId = (row: { id: number }) => row.id;

const makers: LoaderMakers<Loaders> = {
  ...commentLoaders,
  ...conversationLoaders,
  ...eventLoaders,
  ...friendshipLoaders,
  ...likesLoaders,
  ...notificationLoaders,
  ...pictureLoaders,
  ...routeLoaders,
  apiKeys: ({ database }, viewerId) => loader((ids) => database.all(keysByIds, [viewerId, ids]), byId),
  users: ({ database }, viewerId) => loader((ids) => database.all(usersByIds, [viewerId, ids]), byId),
  preferences: ({ database, face }, viewerId) => {
    // Of others only where the interface has them (decisions N19).
    const isShown = (id: number) => id === viewerId || face === 'rest';
    return loader((ids) => database.all(preferencesByIds, [viewerId, ids.filter(isShown)]), byId);
  },
  profiles: ({ database }, viewerId) => loader((ids) => database.all(profilesByIds, [viewerId, ids]), byId),
  stats: ({ database, now }, viewerId) => loader((ids) => database.all(statsByIds, [viewerId, ids, now()]), byId),
  workouts: ({ database }, viewerId) => loader((ids) => database.all(workoutsByIds, [viewerId, ids]), byId),
  workoutSummaries: ({ database }, viewerId) => summaryLoader(database, viewerId),
  posts: ({ database }, viewerId) =>
    loader(async (ids) => (await database.all(flatPostsByIds, [viewerId, ids])).map(postRow), byId),
  tracks: ({ database }) => trackLoader(database),
  recordings: ({ database }) => recordingLoader(database),
  sensors: ({ database }) =>
    loader(
      (ids) => database.all(sensorsByWorkoutIds, [ids]),
      ({ workoutId }) => workoutId,
    ),
  sensorFigures: ({ database }) => loader((ids) => database.all(sensorFiguresByWorkoutIds, [ids]), byId),
  originals: ({ database }, viewerId) => loader((ids) => database.all(originalsByWorkoutIds, [viewerId, ids]), byId),
};

/**
 * Makes the loaders of one request, each when it is first used. When another user has signed in within it, those that count
 * what the answer contains (`answerLimits`) go on counting; they read nothing for a certain viewer.
 */
export const makeLoaders: (context: Context, before?: Loaders) => Loaders = madeWhenUsed(makers, [
  'tracks',
  'recordings',
]);
