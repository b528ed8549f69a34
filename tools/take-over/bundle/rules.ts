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
  friendships({ requester, user }, { faults }) {
    if (requester === user) faults.push({ field: 'user', sentence: 'is also the requester' });
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
    if (post.privacy !== null || post.workout !== null) return;
    post.privacy = 'private';
    note(reading, 'privacy', 'is not said, and there is no run that says it; the post is private');
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
