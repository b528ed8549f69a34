import { distanceUnits, elevationUnits, genders, weightUnits } from '../../../../src/domain/people/choices.ts';
import * as f from '../field.ts';
import { required, optional, withDefault } from '../field.ts';

const units = 'In which unit it is shown.';

/** Units and reports of a person. */
export const preferences = {
  weekly_email_report: withDefault(f.boolean, false, 'Whether a report is mailed every week.', false),
  monthly_email_report: withDefault(f.boolean, false, 'Whether a report is mailed every month.', true),
  annually_email_report: withDefault(f.boolean, false, 'Whether a report is mailed every year.', false),
  distance: withDefault(f.choice(distanceUnits), 'miles', units, 'kilometers', { lenient: true }),
  elevation: withDefault(f.choice(elevationUnits), 'feet', units, 'meters', { lenient: true }),
  timezone: withDefault(f.formed('zone'), 'UTC', 'The IANA name of a time zone.', 'Europe/Zurich', { lenient: true }),
} as const;

/** Physical data and the place of a person. */
export const profile = {
  birth_date: optional(f.date, 'The day of birth.', '1985-04-12', { lenient: true }),
  gender: withDefault(f.choice(genders), '', 'Empty where it is not said.', 'F', { lenient: true }),
  weight: optional(f.cents(0, 9_999.99), 'In `weight_unit`.', '58.50', { lenient: true }),
  weight_unit: withDefault(f.choice(weightUnits), 'pounds', 'The unit of `weight`.', 'kilograms', { lenient: true }),
  location_name: withDefault(f.text, '', 'The place as its owner has written it.', 'Zürich'),
  location_lat: optional(f.number(-90, 90), 'Degrees north.', 47.37, { lenient: true }),
  location_lng: optional(f.number(-180, 180), 'Degrees east.', 8.54, { lenient: true }),
} as const;

const social = f.record({
  network: required(f.text, 'The network, as SOCIAL_NETWORK names it.', 'facebook'),
  id: required(f.text, 'The id of the person there.', '100001234567890'),
});

/** People, with everything by which they sign in. */
export const users = {
  id: required(f.id, 'The id, which stays.', 12),
  username: required(f.formed('username'), 'The name in `Authorization: ApiKey <username>:<key>`.', 'runner_12'),
  email: required(f.formed('address'), 'The address; empty where there is none.', 'ann@example.com'),
  first_name: required(f.text, 'The first name, which may be empty.', 'Ann'),
  last_name: required(f.text, 'The last name, which may be empty.', 'Able'),
  date_joined: required(f.moment, 'When the account was made.', '2012-03-01T08:00:00'),
  profile_id: optional(f.id, 'The id of the profile, which stays; null: that of the user.', 5002),
  preferences_id: optional(f.id, 'The id of the preferences, which stays; null: that of the user.', 9003),
  stats_id: optional(f.id, 'The id of the statistics, which stays; null: that of the user.', 7001),
  last_login: optional(
    f.moment,
    'When the person has signed in last. It is not stored; `--conflicts last-sign-in` decides by it.',
    '2025-12-24T18:00:00',
    { lenient: true },
  ),
  password: optional(
    f.formed('password'),
    'The hash as Django, PHP, Rails, Spring or crypt writes it; null where there is no password.',
    'pbkdf2_sha256$12000$c2FsdHNhbHQ$mKsqMTFZnMJuvxTbAOJYXqvHxLZXQWiNJjYkIAZmZKI=',
  ),
  api_keys: withDefault(
    f.list(f.formed('key')),
    [],
    'The keys of the apps, as they are sent.',
    ['0d107d09f5bbe40cade3de5c71e9e9b70d107d09'],
    { lenient: true },
  ),
  api_key_hashes: withDefault(
    f.list(f.formed('sha256')),
    [],
    'In the place of keys, the SHA-256 of each in hexadecimal digits; `key_lengths` of the manifest says how long the keys are.',
    ['8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918'],
    { lenient: true },
  ),
  is_active: withDefault(
    f.boolean,
    true,
    'Whether the account may be used; otherwise it is suspended, and nobody else sees it or what it has made.',
    true,
  ),
  is_staff: withDefault(f.boolean, false, 'Whether it belongs to the staff.', false),
  is_featured: withDefault(f.boolean, false, 'Whether its public posts are in the featured feed.', false),
  email_proven: withDefault(f.boolean, true, 'Whether the address is known to be that of the person.', true),
  social: withDefault(
    f.list(social),
    [],
    'By which social networks the person signs in.',
    [{ network: 'facebook', id: '100001234567890' }],
    { lenient: true },
  ),
  image: optional(f.file, 'The profile picture.', 'files/faces/12.jpg', { lenient: true }),
  image_urls: withDefault(f.list(f.text), [], 'The URLs that the profile picture had.', [
    'https://old.example.com/media/faces/12_225.jpg',
  ]),
  preferences: withDefault(f.record(preferences), {}, 'Units and reports.', { distance: 'kilometers' }),
  profile: withDefault(f.record(profile), {}, 'Physical data and the place.', {
    birth_date: '1985-04-12',
    gender: 'F',
  }),
} as const;

/** Friendships, and requests for them. */
export const friendships = {
  id: required(f.id, 'The id, which stays.', 31),
  requester: required(f.reference('users'), 'Who has asked.', 12),
  user: required(f.reference('users'), 'Who was asked.', 34),
  created_date: required(f.moment, 'When it was asked.', '2012-04-02T19:30:00'),
  accepted_date: optional(f.moment, 'When it was accepted; null while it waits for an answer.', '2012-04-03T07:15:00'),
} as const;

/** Blocks between people. */
export const blocks = {
  user: required(f.reference('users'), 'Who has blocked.', 12),
  blocked: required(f.reference('users'), 'Who is blocked, and sees nothing of `user`.', 56),
  created_date: optional(f.moment, 'When; null: when the bundle was taken.', '2013-01-01T00:00:00', { lenient: true }),
} as const;

/** Invitations of addresses. */
export const invitations = {
  inviter: required(f.reference('users'), 'Who has invited.', 12),
  email: required(f.formed('address'), 'The address that was invited.', 'zoe@example.com'),
  created_date: required(f.moment, 'When it was invited.', '2013-02-03T10:00:00'),
  name: withDefault(f.text, '', 'The name of the person, as the inviter has written it.', 'Zoe'),
} as const;

const best = optional(f.integer(), 'The shortest time over this distance.', 1500, { lenient: true });
const total = optional(f.number(0, 1e12), 'In meters.', 12_345.6, { lenient: true });

/** What the old service said of the runs of a person. It is compared and never stored. */
export const stats = {
  user: required(f.reference('users'), 'Whose totals these are.', 12),
  avg_weekly_distance_in_meters: total,
  total_distance_in_meters: total,
  max_distance_in_meters: total,
  max_duration_in_seconds: optional(f.integer(), 'The longest run.', 3_600, { lenient: true }),
  max_elevation_gain_in_meters: total,
  latest_workout_date: optional(f.moment, 'When the latest run began.', '2014-05-06T06:30:00', { lenient: true }),
  best_mile_duration_in_seconds: best,
  best_5k_duration_in_seconds: best,
  best_10k_duration_in_seconds: best,
  best_half_marathon_duration_in_seconds: best,
  best_marathon_duration_in_seconds: best,
} as const;
