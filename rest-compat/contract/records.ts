import type { RecordDescription, RecordName } from './description.ts';
import { commentRecord } from '../wire/comment.ts';
import { conversationRecord } from '../wire/conversation.ts';
import { eventRecord, eventSubsetRecord, participantRecord } from '../wire/event.ts';
import { friendshipRecord } from '../wire/friendship.ts';
import { messageRecord } from '../wire/message.ts';
import { pictureRecord } from '../wire/picture.ts';
import { postRecord, postWithExtraRecord } from '../wire/post.ts';
import { extraRecord } from '../wire/post-extra.ts';
import { preferencesRecord } from '../wire/preferences.ts';
import { profileRecord } from '../wire/profile.ts';
import { routeRecord } from '../wire/route.ts';
import { statsRecord } from '../wire/stats.ts';
import { authorRecord, foundUserRecord, pictureUrlsRecord, singleUserRecord, userRecord } from '../wire/user.ts';
import { postedWorkoutRecord, workoutRecord } from '../wire/workout.ts';

/** The records of the contract, each described beside the code that writes it, in the order of their page. */
export const records: Readonly<Record<RecordName, RecordDescription>> = {
  User: userRecord,
  'Single user': singleUserRecord,
  'Found user': foundUserRecord,
  Author: authorRecord,
  'Profile picture': pictureUrlsRecord,
  'Account result': {
    about: 'What a sign-in gives. Together the two make the `Authorization` header.',
    fields: {
      username: { type: 'text', about: 'Made by the service; never the e-mail address.' },
      api_key: { type: 'text' },
    },
  },
  Preferences: preferencesRecord,
  Profile: profileRecord,
  Stats: statsRecord,
  Workout: workoutRecord,
  'Posted workout': postedWorkoutRecord,
  Post: postRecord,
  'Posts with extra information': postWithExtraRecord,
  'Event extra': extraRecord,
  Picture: pictureRecord,
  Comment: commentRecord,
  Conversation: conversationRecord,
  Message: messageRecord,
  Friendship: friendshipRecord,
  Route: routeRecord,
  EventInstance: eventRecord,
  'EventInstance subset': eventSubsetRecord,
  EventParticipant: participantRecord,
};
