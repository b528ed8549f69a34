import type { FileName } from './field.ts';
import type { RecordOf } from './files.ts';
import { note } from './read-value.ts';
import type { Reading } from './read-value.ts';

/** A record whose fields were read, and which may still be changed. */
type Changing<Name extends FileName> = { -readonly [Field in keyof RecordOf<Name>]: RecordOf<Name>[Field] };

type Rules = { readonly [Name in FileName]?: (record: Changing<Name>, reading: Reading) => void };

/** The domain of addresses that nobody has (RFC 2606), which decisions P14 uses as well. */
const nowhere = 'address.invalid';

/** What holds for the fields of a record together. They are tried when each field by itself has no fault. */
export const rules: Rules = {
  users(user, reading) {
    if (user.email !== '') return;
    user.email = `without-${user.id}@${nowhere}`;
    user.email_proven = false;
    note(reading, 'email', `is empty; it becomes ${user.email}`);
  },
  friendships({ requester, user, accepted_date: accepted }, { faults, lookup }) {
    if (requester === user) faults.push({ field: 'user', sentence: 'is also the requester' });
    const line = accepted === null ? (lookup.friendsIn?.(requester, user) ?? null) : null;
    if (line !== null)
      faults.push({ field: 'user', sentence: `has the pair of people of line ${line}, where it is accepted` });
  },
  blocks({ user, blocked }, { faults }) {
    if (user === blocked) faults.push({ field: 'blocked', sentence: 'is also the user' });
  },
  workouts(workout, reading) {
    const tracks = [workout.points, workout.gpx, workout.route_points_data].filter((track) => track !== null);
    if (tracks.length > 1)
      note(reading, '', 'has its track in several forms; of points, gpx and line the first counts');
    workout.source ??= workout.gpx !== null && workout.points === null ? 'gpx' : 'json';
  },
  posts(post, reading) {
    const owner = post.workout === null ? null : (reading.lookup.ownerOf?.(post.workout) ?? null);
    // A post shows its run to everybody who sees it, so that it may only be one of its author.
    if (owner !== null && owner !== post.author) {
      post.workout = null;
      note(reading, 'workout', 'is the run of somebody else; the post is stored without it');
    }
    if (post.privacy !== null || post.workout !== null) return;
    post.privacy = 'private';
    note(reading, 'privacy', 'is not said, and there is no run that says it; the post is private');
  },
  conversations(conversation, reading) {
    const last = reading.lookup.lastMessageOf?.(conversation.id);
    const seen = new Set<number>();
    conversation.recipients = conversation.recipients.flatMap((one, i) => {
      if (seen.has(one.user)) {
        note(reading, `recipients[${i}].user`, 'has a seat already, which counts');
        return [];
      }
      seen.add(one.user);
      if (last === undefined || (one.last_read_message ?? 0) <= (last ?? 0)) return [one];
      const instead = last === null ? 'the conversation has no messages' : `it becomes ${last}`;
      note(reading, `recipients[${i}].last_read_message`, `is beyond the last message; ${instead}`);
      return [{ ...one, last_read_message: last }];
    });
  },
  event_participants(participant, reading) {
    const { miles_before: before } = participant;
    if (before > 0) note(reading, 'miles_before', `is ${before}, which is not stored: only the miles of runs count`);
    if (participant.user_goal_in_miles !== 0) return;
    participant.user_goal_in_miles = null;
    note(reading, 'user_goal_in_miles', 'is 0, which is no goal: it becomes null');
  },
  sponsors({ user, name }, { faults }) {
    if (user === null && name.trim() === '') faults.push({ field: 'name', sentence: 'is required without a user' });
  },
  routes({ user, workout, points }, { faults }) {
    if (user === null && workout === null) faults.push({ field: 'user', sentence: 'is required without a workout' });
    if (points === null && workout === null)
      faults.push({ field: 'points', sentence: 'is required without a workout' });
  },
};

/** Applies the rule of a file, if it has one. */
export function applyRule<Name extends FileName>(name: Name, record: RecordOf<Name>, reading: Reading): void {
  rules[name]?.(record, reading);
}
