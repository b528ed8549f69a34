import type { RecordDescription, RecordName } from './description.ts';
import { fieldsIn } from '../records/column.ts';
import { conversation, message } from '../records/conversations.ts';
import { event, eventSubset, participant } from '../records/events.ts';
import { comment, picture, post } from '../records/feed.ts';
import { friendship } from '../records/friendships.ts';
import {
  accountResult,
  author,
  foundUser,
  ownCounts,
  pictureUrls,
  preferences,
  profile,
  stats,
  user,
} from '../records/people.ts';
import { extraRecord, furtherOfPosts } from '../records/post-extra.ts';
import { postedWorkout, route, workout } from '../records/workouts.ts';

/** The records of the contract, in the order of their page. */
export const records: Readonly<Record<RecordName, RecordDescription>> = {
  User: user,
  'Single user': {
    about: ownCounts.about,
    fields: {
      ...user.fields,
      stats: { type: 'URI', orRecord: 'Stats', about: 'The record with `full=1`.' },
      ...ownCounts.fields,
    },
  },
  'Found user': foundUser,
  Author: author,
  'Profile picture': pictureUrls,
  'Account result': {
    about: 'The result of a sign-in. Both values together form the `Authorization` header.',
    fields: fieldsIn(accountResult),
  },
  Preferences: preferences,
  Profile: profile,
  Stats: stats,
  Workout: workout,
  'Posted workout': postedWorkout,
  Post: post,
  'Posts with extra information': {
    about:
      'A post about a charity event has two more fields. Its `body` contains the same information as a sentence, for clients that do not know them.',
    fields: { ...post.fields, ...fieldsIn(furtherOfPosts.further) },
  },
  'Event extra': extraRecord,
  Picture: picture,
  Comment: comment,
  Conversation: conversation,
  Message: message,
  Friendship: friendship,
  Route: route,
  EventInstance: event,
  'EventInstance subset': eventSubset,
  EventParticipant: participant,
};
