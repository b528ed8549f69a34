/** A record of a bundle is read in one form, with defaults; what is odd about it is noted, and stays or is left out. */
import { describe, expect, test } from '@jest/globals';
import { checkRecord } from '../bundle/check-record.ts';
import type { FileName } from '../bundle/field.ts';
import type { Lookup } from '../bundle/read-value.ts';
import { person } from './bundle-maker.ts';

const run = { id: 1, user: 12, run_date: '2014-05-06 08:30:00+02', run_type: 'Tempo', duration_in_seconds: '1500' };
const talk = { id: 1, created_date: '2014-05-06T06:30Z' };
const post = { id: 1, author: 12, created_date: '2014-05-06T06:30Z', privacy: 'public' };
const notes = (name: FileName, record: unknown, lookup?: Lookup) => {
  const found = checkRecord(name, record, lookup);
  expect(found.faults).toEqual([]);
  return found.notes.map(({ field, sentence }) => `${field} ${sentence}`);
};

test('a user has all defaults, and moments with microseconds', () => {
  expect(checkRecord('users', person(12))).toEqual({
    id: 12,
    notes: [],
    faults: [],
    record: {
      ...person(12),
      date_joined: '2012-03-01T08:00:00.000000Z',
      password: null,
      profile_id: null,
      preferences_id: null,
      stats_id: null,
      last_login: null,
      api_keys: [],
      api_key_hashes: [],
      is_active: true,
      is_staff: false,
      is_featured: false,
      email_proven: true,
      social: [],
      image: null,
      image_urls: [],
      preferences: {
        weekly_email_report: false,
        monthly_email_report: false,
        annually_email_report: false,
        distance: 'miles',
        elevation: 'feet',
        timezone: 'UTC',
      },
      profile: {
        birth_date: null,
        gender: '',
        weight: null,
        weight_unit: 'pounds',
        location_name: '',
        location_lat: null,
        location_lng: null,
      },
    },
  });
});

/** A field of a record as it is written, and as it is read. */
const read: [file: FileName, record: object, field: string, value: unknown][] = [
  ['users', { ...person(1), id: '17' }, 'id', 17],
  ['users', { ...person(1), email: ' Ann@Россия.рф ' }, 'email', 'Ann@xn--h1alffa9f.xn--p1ai'],
  ['users', { ...person(1), email: '' }, 'email', 'without-1@address.invalid'],
  ['users', { ...person(1), first_name: 7 }, 'first_name', '7'],
  ['users', { ...person(1), first_name: 'x'.repeat(5000) }, 'first_name', 'x'.repeat(5000)],
  ['users', { ...person(1), first_name: 'A\u0000nn\ud800' }, 'first_name', 'Ann\ufffd'],
  ['users', { ...person(1), is_staff: 't' }, 'is_staff', true],
  ['users', { ...person(1), is_active: '0' }, 'is_active', false],
  ['users', { ...person(1), password: '' }, 'password', '!'],
  ['users', { ...person(1), password: '!x' }, 'password', '!'],
  ['users', { ...person(1), password: 'odd' }, 'password', 'odd'],
  ['users', { ...person(1), api_keys: ['short', 'k'.repeat(16)] }, 'api_keys', ['k'.repeat(16)]],
  ['workouts', run, 'run_date', '2014-05-06T06:30:00.000000Z'],
  ['workouts', run, 'duration_in_seconds', 1500],
  ['workouts', { ...run, duration_in_seconds: 1500.4 }, 'duration_in_seconds', 1500],
  ['workouts', { ...run, user: '/api/v1/user/12/' }, 'user', 12],
  ['workouts', { ...run, user: 'https://old.example.com/api/v2/user/12/' }, 'user', 12],
  ['workouts', { ...run, user: { id: 12, first_name: 'Ann' } }, 'user', 12],
  ['workouts', { ...run, run_type: 'tempo' }, 'run_type', 'Tempo'],
  ['workouts', { ...run, run_type: 'Treadmill' }, 'run_type', 'Treadmill'],
  ['workouts', { ...run, run_type: null }, 'run_type', 'Endurance'],
  ['workouts', { ...run, distance_in_meters: 10_000.005 }, 'distance_in_meters', 10_000.01],
  ['event_participants', { id: 1, event: 1, user: 1, user_goal_in_miles: 0 }, 'user_goal_in_miles', null],
  ['workouts', run, 'privacy', 'private'],
  ['workouts', { ...run, privacy: 'Public' }, 'privacy', 'public'],
  ['workouts', run, 'source', 'json'],
  ['workouts', { ...run, source: 'watch', gpx: 'files/a.gpx' }, 'source', 'gpx'],
  ['workouts', { ...run, distance_in_meters: '5045.00' }, 'distance_in_meters', 5045],
  ['workouts', { ...run, points: [] }, 'points', null],
  ['posts', { ...post, likers: [5, '4', 5] }, 'likers', [5, 4]],
  ['posts', { ...post, privacy: null }, 'privacy', 'private'],
  ['posts', { ...post, privacy: null, workout: 3 }, 'privacy', null],
  [
    'conversations',
    { ...talk, recipients: [{ user: 1 }] },
    'recipients',
    [{ user: 1, placement: 'inbox', last_read_message: null }],
  ],
  [
    'events',
    { id: 1, name: 'a', start_date: '2014-08-01', end_date: '2014-08-31T12:00:00Z' },
    'end_date',
    '2014-08-31T12:00:00.000000',
  ],
];

test.each(read)('in %s, %j has %s', (name, record, field, value) => {
  const found = checkRecord(name, record);
  expect(found.faults).toEqual([]);
  expect((found.record as unknown as Record<string, unknown>)[field]).toEqual(value);
});

test('points come in both forms, and those without a place are left out', () => {
  const points = [
    [47.1, 8.1, 400, '2014-05-06T06:30:00Z'],
    { lat: '47.2', lng: 8.2, elev: null, time: null },
    [91, 8],
    [47.3, 8.3, 'high', 'late'],
    7,
  ];
  const { record, notes: odd } = checkRecord('workouts', { ...run, privacy: 'public', points });
  expect(Array.from(record?.points?.latitudeE7 ?? [])).toEqual([471_000_000, 472_000_000, 473_000_000]);
  expect(Array.from(record?.points?.time ?? [])).toEqual([Date.parse('2014-05-06T06:30:00Z'), NaN, NaN]);
  expect(odd.map(({ sentence }) => sentence)).toEqual([
    'has points without a place on earth, which are left out',
    'has elevations or times that cannot be read, which are left out',
  ]);
});

test.each([
  ['lon', { lat: 47, lon: 8 }],
  ['latitude and longitude', { latitude: 47, longitude: 8 }],
  ['alt', { lat: 47, lng: 8, alt: 400, time: null }],
  ['t', { lat: 47, lng: 8, elev: 1, t: 0 }],
])('points with %s are a fault that says what was expected', (_what, point) => {
  const { faults } = checkRecord('workouts', { ...run, points: [point] });
  const sentence = `has points with ${Object.keys(point).join(', ')}; expected are lat, lng, elev, time`;
  expect(faults).toEqual([{ field: 'points', sentence }]);
});

test('points may have further names', () => {
  const { record, notes: odd } = checkRecord('workouts', {
    ...run,
    privacy: 'public',
    points: [{ lat: 47, lng: 8, elev: 1, time: null, alt: 2, hr: 140 }],
  });
  expect([record?.points?.latitudeE7.length, odd]).toEqual([1, []]);
});

const nobody: Lookup = {
  stateOf: (file, id) => (file === 'users' && id > 100 ? 'unknown' : 'known'),
  hasFile: () => false,
};

describe('it is noted', () => {
  test.each<[what: string, file: FileName, record: object, sentence: RegExp]>([
    ['that a field is ignored', 'users', { ...person(1), shoes: 3 }, /^shoes is no field of the format; it is ignored/],
    ['that a field within is ignored', 'users', { ...person(1), profile: { shoes: 3 } }, /^profile\.shoes is no field/],
    ['that NUL is removed', 'users', { ...person(1), last_name: '\u0000' }, /^last_name has NUL characters, which/],
    [
      'that a text is odd',
      'users',
      { ...person(1), last_name: '\u0007' },
      /^last_name has control characters; it stays/,
    ],
    ['that an address is none', 'users', { ...person(1), email: 'ann' }, /^email is not an address; it stays/],
    ['that an address is missing', 'users', { ...person(1), email: '' }, /^email is empty; it becomes without-1@/],
    [
      'that a password cannot be read',
      'users',
      { ...person(1), password: 'crypt$x' },
      /^password cannot be read; nobody/,
    ],
    [
      'that a password is too much work',
      'users',
      { ...person(1), password: 'bcrypt$$2b$13$pT2xtuiBAaSuldsXzTYFYu0esuQLhzoRek6PWcSWRlQJbCstaWHwK' },
      /^password asks for more work than a guess may cost; nobody/,
    ],
    [
      'that an address is written otherwise',
      'users',
      { ...person(1), email: ' a@example.com' },
      /^email is stored without spaces/,
    ],
    [
      'that a key is left out',
      'users',
      { ...person(1), api_keys: [''] },
      /^api_keys\[0\] must have 16 to 128 .*left out/,
    ],
    [
      'that a day is none',
      'users',
      { ...person(1), profile: { birth_date: '0000-00-00' } },
      /^profile\.birth_date must be/,
    ],
    [
      'that a picture is missing',
      'users',
      { ...person(1), image: 'files/a.jpg' },
      /^image names a file .*; it is left out/,
    ],
    [
      'that a zone is unknown',
      'users',
      { ...person(1), preferences: { timezone: 'Mars' } },
      /^preferences\.timezone must/,
    ],
    [
      'that a liker is gone',
      'posts',
      { ...post, likers: [101] },
      /^likers\[0\] is 101, which users does not have; it is left/,
    ],
    ['that somebody likes twice', 'posts', { ...post, likers: [3, 3] }, /^likers names somebody twice/],
    [
      'that a sender is gone',
      'messages',
      { ...talk, conversation: 1, message: '', user: 101 },
      /^user is 101, .*left out/,
    ],
    [
      'that a recipient is gone',
      'conversations',
      { ...talk, recipients: [{ user: 101 }] },
      /^recipients\[0\]\.user is 101/,
    ],
    ['that a run is private', 'workouts', run, /^privacy is not said; the run is private/],
    [
      'that a run has an unknown type',
      'workouts',
      { ...run, run_type: 'Moon', privacy: 'public' },
      /^run_type is none/,
    ],
    ['that a duration is rounded', 'workouts', { ...run, duration_in_seconds: 1.5, privacy: 'public' }, /is rounded/],
  ])('%s', (_what, file, record, sentence) => {
    expect(notes(file, record, nobody)).toEqual([expect.stringMatching(sentence)]);
  });

  test('in a bounded number of notes, whatever the record has', () => {
    const odd = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`odd${i}`, i]));
    expect(notes('posts', { ...post, ...odd, likers: Array(5000).fill('x') }).length).toBeLessThanOrEqual(201);
  });
});
