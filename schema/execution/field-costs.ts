/*
 * The costs of fields in addition to their size in the answer, derived from measured time. One unit is about 0.05 ms of the process and its
 * database together: a field of a row takes a tenth of that, a statement some 20. Measured with one reader on a database of
 * 100,000 users with 200,000 posts (medians, ms), and by an audit on one of 300,000 users:
 *
 *   me 1.3, conversations 1.8, events 1.0, feed FRIENDS 2.9, FEATURED 1.5, PROFILE 1.1: not expensive
 *   searchUsers 4 to 10 (misspelled: 98 among 300,000); searchFriends 16 among 1,000 friends, MOST_ACTIVE 20 (48)
 *   searchMessages 2.0 (grows with what one has written); searchRoutes 1.2 to 5; feed LOCAL 1.3 to 5
 *   updateProfile with a place 3.2 and up to 200 posts; looking up a name in the gazetteer 2 to 20
 *   hashing or verifying a password 20 to 30, two at a time; parsing a GPX file of an hour 20, importing it 10
 *   a message, a like, a comment 2 to 5: a transaction
 *   exportMyData 1, but the archive it links to reads everything that its owner has; the whole schema 250
 */
const fieldCosts: Readonly<Record<string, number>> = {
  searchUsers: 200,
  searchFriends: 400,
  searchMessages: 100,
  searchRoutes: 100,
  notifications: 100,
  unreadNotificationCount: 20,
  // Besides what is selected of its periods.
  summary: 20,
  // Lines are up to 16 kB each.
  polyline: 5,
  track: 50,
  trackPoints: 200,
  gpx: 50,
  streams: 50,
  splits: 50,
  repairs: 50,
  register: 500,
  signIn: 500,
  signInWithSocialNetwork: 500,
  changePassword: 500,
  finishPasswordReset: 500,
  deleteAccount: 1000,
  exportMyData: 500,
  updateProfile: 200,
  importGpx: 300,
  importMyData: 500,
  prepareDataImport: 500,
  recordWorkout: 300,
  replaceTrack: 300,
  replaceRoute: 300,
  createRoute: 100,
  // The schema is large: a document can select it a few times at most.
  __schema: 5000,
  __type: 200,
};

/** Lists of a user that take a statement each, whereas those of other types are loaded for many objects at once. */
const listsOfUser: ReadonlySet<string> = new Set(['workouts', 'posts', 'routes', 'participations']);
const listOfUser = 20;

/** The cost of any other mutation: a transaction of several statements. */
const mutation = 100;

/** The cost of a feed that searches around a place, or may fall back to one that does. */
const localFeed = 100;

/** The cost of a field without its subfields. @param args the coerced arguments @param type the type that has the field */
export function costOf(field: string, args: Readonly<Record<string, unknown>>, type: string): number {
  if (field === 'feed') return args['type'] === 'local' || args['fallback'] === true ? localFeed : 1;
  if (type === 'User' && listsOfUser.has(field)) return listOfUser;
  return fieldCosts[field] ?? (type === 'Mutation' ? mutation : 1);
}
