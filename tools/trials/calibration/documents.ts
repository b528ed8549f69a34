import type { measuredCosts } from '../../../schema/execution/measured-costs.ts';
import { globalId } from '../../../schema/global-id.ts';
import type { Cast } from '../bench/cast.ts';
import type { Reader } from '../bench/requests.ts';
import type { Role } from '../bench/roles.ts';
import { bodyAt } from '../bench/requests.ts';
import { familyNamesBegun, misspelledNames } from '../bench/places.ts';
import { gpxFile, points } from '../bench/uploads.ts';

/** A request of the calibration. */
export interface Sent {
  query: string;
  variables?: Record<string, unknown>;
}

/** What is known when a request is made. */
export interface Given {
  cast: Cast;
  reader: Reader;
  /** Another number in each request. */
  serial: number;
  /** A workout of the reader with 1,000 points, if the reader is a recorder. */
  workout: string;
}

/** A field whose time is measured: what a request with it takes longer than one without it. */
export interface MeasuredField {
  /** Who asks. Typical readers have some 20 friends, those in a crowd 1,000, and recorders 50 runs of 1,000 points. */
  role: Role;
  with: (given: Given) => Sent;
  /** The rest of the request. By default, it is the smallest document. */
  without?: (given: Given) => Sent;
}

const nth = <Item>(items: readonly Item[], n: number) => items[n % items.length] as Item;
const email = (serial: number) => `calibration-${process.pid}-${serial}@example.org`;
const password = (serial: number) => `a sturdy passphrase ${process.pid} ${serial}`;
const run = (serial: number) => bodyAt(gpxFile, serial + process.pid * 1000) as string;
/** What is not measured. */
export const smallest = (): Sent => ({ query: '{ me { id } }' });

/** A field of one run. */
const ofRun = (selection: string): MeasuredField => ({
  role: 'recorder',
  with: ({ workout }) => ({ query: `{ workout(id: "${workout}") { ${selection} } }` }),
  without: ({ workout }) => ({ query: `{ workout(id: "${workout}") { id } }` }),
});

const mutation = (
  name: string,
  of: string,
  input: (given: Given) => object,
  role: Role = 'typical',
): MeasuredField => ({
  role,
  with: (given) => ({
    query: `mutation ($input: ${of}!) { ${name}(input: $input) { __typename } }`,
    variables: { input: input(given) },
  }),
});

/** The numbers of the accounts that were made. */
const registered: number[] = [];

/** Each field whose `price` takes a measured time (`schema/prices.ts`). */
export const measuredFields: Readonly<Record<keyof typeof measuredCosts, MeasuredField>> = {
  searchUsers: {
    role: 'typical',
    // As many names that nobody bears as names that fill a page.
    with: ({ serial }) => ({
      query: `{ searchUsers(first: 1, q: "${nth(serial % 2 ? familyNamesBegun : misspelledNames, serial >> 1)}") { nodes { id } } }`,
    }),
  },
  searchFriends: {
    role: 'crowd',
    with: ({ serial }) => ({
      query: `{ searchFriends(first: 1, orderBy: MOST_ACTIVE, q: "${nth(familyNamesBegun, serial).slice(0, 2)}") { nodes { id } } }`,
    }),
  },
  searchMessages: {
    role: 'typical',
    with: () => ({ query: '{ searchMessages(first: 1, query: "hello") { nodes { __typename } } }' }),
  },
  searchRoutes: {
    role: 'typical',
    with: ({ serial }) => ({
      query: `{ searchRoutes(first: 1, latitude: ${40 + (serial % 15)}, longitude: ${(serial % 25) - 5}) { nodes { id } } }`,
    }),
  },
  localFeed: { role: 'typical', with: () => ({ query: '{ feed(type: LOCAL, first: 1) { nodes { id } } }' }) },
  listOfUser: {
    role: 'typical',
    with: ({ cast, serial }) => ({
      query: `{ user(id: "${globalId('User', nth(cast.busy, serial))}") { workouts(first: 1) { nodes { id } } } }`,
    }),
    without: ({ cast, serial }) => ({ query: `{ user(id: "${globalId('User', nth(cast.busy, serial))}") { id } }` }),
  },
  notifications: { role: 'typical', with: () => ({ query: '{ notifications(first: 1) { nodes { __typename } } }' }) },
  unreadNotificationCount: { role: 'typical', with: () => ({ query: '{ unreadNotificationCount }' }) },
  summary: {
    role: 'typical',
    with: () => ({ query: '{ me { summary(from: "2024-01-01", to: "2024-01-07", by: WEEK) { periods { from } } } }' }),
  },
  polyline: ofRun('polyline'),
  track: ofRun('track'),
  trackPoints: ofRun('trackPoints { lat }'),
  gpx: ofRun('gpx'),
  streams: ofRun('streams(resolution: 50) { lat }'),
  splits: ofRun('splits(unit: KILOMETER) { distanceInMeters }'),
  repairs: ofRun('repairs { __typename }'),
  register: mutation('register', 'RegisterInput', ({ serial }) => {
    registered.push(serial);
    return { email: email(serial), firstName: 'Cal', lastName: 'Ibration', password: password(serial) };
  }),
  // Those who registered sign in.
  signIn: mutation('signIn', 'SignInInput', ({ serial }) => {
    const one = nth(registered, serial);
    return { email: email(one), password: password(one) };
  }),
  exportMyData: { role: 'recorder', with: () => ({ query: 'mutation { exportMyData { __typename } }' }) },
  updateProfile: mutation('updateProfile', 'UpdateProfileInput', ({ serial }) => ({
    locationName: nth(['Bern', 'Paris', 'Wein', 'New Yrok'], serial),
  })),
  importGpx: mutation('importGpx', 'ImportGpxInput', ({ serial }) => ({ gpx: run(serial) }), 'few'),
  recordWorkout: mutation(
    'recordWorkout',
    'RecordWorkoutInput',
    ({ serial }) => ({
      title: 'A run',
      runType: 'SLOW',
      runDate: new Date(Date.UTC(2010, 0, 1) + (process.pid * 1000 + serial) * 1000).toISOString(),
      trackPoints: points,
    }),
    'few',
  ),
  replaceTrack: mutation(
    'replaceTrack',
    'ReplaceTrackInput',
    ({ serial, workout }) => ({ id: workout, gpx: run(serial) }),
    'recorder',
  ),
  createRoute: mutation(
    'createRoute',
    'CreateRouteInput',
    ({ workout, serial }) => ({ workoutId: workout, name: `Route ${serial}` }),
    'recorder',
  ),
  mutation: mutation('addComment', 'AddCommentInput', ({ cast, serial }) => ({
    postId: globalId('Post', nth(cast.posts, serial)),
    comment: `Well run ${serial}`,
  })),
  __schema: {
    role: 'typical',
    with: () => ({ query: '{ __schema { types { name fields { name args { name } type { name } } } } }' }),
  },
  __type: {
    role: 'typical',
    with: () => ({ query: '{ __type(name: "User") { fields { name args { name } type { name } } } }' }),
  },
};
