import { measuredCosts } from './measured-costs.ts';

/**
 * Milliseconds of the process and its database together for which a point stands: a field of a row takes a tenth of that, a statement
 * some 20 times as much.
 */
const millisecondsAPoint = 0.05;

/**
 * The least prices of fields, besides what is selected of them. The time of a field is measured (`npx runners calibrate` writes
 * `measured-costs.ts`), and its price is what that comes to, rounded up to two digits; a price stands here where the measured
 * time isn't all.
 */
const leastCosts: Readonly<Record<string, number>> = {
  // They grow with what one has: what was written and received, the places of routes, friends. Measured is an ordinary person.
  searchMessages: 100,
  searchRoutes: 100,
  notifications: 100,
  localFeed: 100,
  // A statement of their own.
  unreadNotificationCount: 20,
  summary: 20,
  listOfUser: 20,
  // Lines are up to 16 kB each.
  polyline: 5,
  // Recordings are longer than the measured ones of 1,000 points, which their size in the answer says only afterwards.
  trackPoints: 200,
  streams: 50,
  splits: 50,
  repairs: 50,
  importGpx: 300,
  recordWorkout: 300,
  // A place that was not looked up before takes up to 20 ms, and the posts of its person get it.
  updateProfile: 200,
  // A password is verified or hashed in each, and some do both.
  register: 500,
  signIn: 500,
  signInWithSocialNetwork: 500,
  changePassword: 500,
  finishPasswordReset: 500,
  deleteAccount: 1000,
  // The archive that it links to reads everything that its owner has.
  exportMyData: 500,
  // A transaction waits for the disk, which is no CPU time.
  mutation: 100,
  // Those of an archive are read, and its files stored.
  importMyData: 500,
  prepareDataImport: 500,
  // The schema is large: a document can select it a few times at most.
  __schema: 5000,
  __type: 200,
};

/** What a field costs: its measured time, rounded up to two digits, and at least its least price. */
function priceOf(field: string, least = leastCosts[field] ?? 1): number {
  const points = (measuredCosts[field] ?? 0) / millisecondsAPoint;
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, points))) - 1);
  return Math.max(least, Math.ceil(points / digit) * digit);
}

const mutation = priceOf('mutation');
const listOfUser = priceOf('listOfUser');
const localFeed = priceOf('localFeed');

/** The prices of fields by their names. Mutations whose content is that of another one cost the same. */
const fieldCosts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [...Object.keys(measuredCosts), ...Object.keys(leastCosts)].map((name) => [name, priceOf(name)]),
  ),
  replaceTrack: priceOf('replaceTrack', 300),
  replaceRoute: priceOf('replaceTrack', 300),
};

/** Lists of a user that take a statement each, whereas those of other types are loaded for many objects at once. */
const listsOfUser: ReadonlySet<string> = new Set(['workouts', 'posts', 'routes', 'participations']);

/** The cost of a field without its subfields. @param args the coerced arguments @param type the type that has the field */
export function costOf(field: string, args: Readonly<Record<string, unknown>>, type: string): number {
  if (field === 'feed') return args['type'] === 'local' || args['fallback'] === true ? localFeed : 1;
  if (type === 'User' && listsOfUser.has(field)) return listOfUser;
  return Math.max(fieldCosts[field] ?? 1, type === 'Mutation' ? mutation : 1);
}
