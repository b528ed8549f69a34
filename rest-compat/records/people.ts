import { distanceUnits, elevationUnits, genders, weightUnits } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { float as wireFloat } from '@runners/wire';
import {
  boolean,
  date,
  decimal,
  float,
  included,
  integer,
  made,
  own,
  self,
  text,
  timestamp,
  url,
  whole,
  word,
} from './column.ts';
import { record } from './record.ts';

/** The URLs of a user's profile picture (interface, User). */
export const pictureUrls = record(
  { on: 'User', name: 'Profile picture', fragment: 'pictureUrls', about: "The two URLs of a user's picture." },
  {
    profile_image_225_url: url('profileImage225Url', { or: '', about: 'Empty without a profile picture.' }),
    profile_image_48_url: url('profileImage48Url', { or: '', about: 'Empty without a profile picture.' }),
  },
);

/** A user as lists and other records embed it (interface, User). */
export const user = record(
  { on: 'User', about: 'A user, as lists and other records embed it.' },
  {
    ...self('user'),
    first_name: text('firstName'),
    last_name: text('lastName'),
    // The addresses of other users are not shown (decisions R20).
    email: text('email', { or: '', about: 'Empty for other users.' }),
    date_joined: timestamp('dateJoined'),
    preferences: own('preferences'),
    profile: own('profile'),
    stats: own('stats'),
    ...included(pictureUrls),
  },
);

/** The counts that are added when a user is fetched alone. Other users have none to show, which the interface writes as 0. */
export const ownCounts = record(
  { on: 'User', fragment: 'ownCounts', name: 'Single user', about: 'A user who is fetched alone.' },
  {
    pending_friend_requests: integer('pendingFriendRequests', {
      or: 0,
      about: 'Requests that wait for an answer; 0 for other users.',
    }),
    unread_messages: integer('unreadMessages', { or: 0, about: 'In inbox and archive; 0 for other users.' }),
  },
);

/** A user in search results, with the place (interface, Found user). */
export const foundUser = record(
  { on: 'User', name: 'Found user', fragment: 'foundUserFields', about: 'A user who was found by name.' },
  {
    ...included(user),
    location_name: made(
      graphql(`
        fragment place on User {
          profile {
            locationName
          }
        }
      `),
      'text',
      ({ profile }) => profile.locationName,
    ),
  },
);

/** The author of a post: a subset of a user (interface, Post). */
export const author = record(
  { on: 'User', name: 'Author', fragment: 'authorFields', about: 'The author of a post.' },
  {
    id: self('user').id,
    first_name: text('firstName'),
    last_name: text('lastName'),
    preferences: own('preferences'),
    profile: own('profile'),
    resource_uri: self('user').resource_uri,
  },
);

export const preferences = record(
  {
    on: 'Preferences',
    about: 'The units and the reports that a user has chosen.',
    first: 'weeklyEmailReport monthlyEmailReport',
  },
  {
    ...self('preferences'),
    user: own('user'),
    annually_email_report: boolean('annuallyEmailReport'),
    monthly_email_report: boolean('monthlyEmailReport'),
    weekly_email_report: boolean('weeklyEmailReport'),
    distance: word('DistanceUnit', distanceUnits)('distance'),
    elevation: word('ElevationUnit', elevationUnits)('elevation'),
    timezone: text('timezone', { about: 'The IANA name of a time zone.' }),
  },
);

/**
 * Old apps calculate with coordinates, so people who are not friends receive them rounded to a tenth of a degree (decisions N19).
 */
const coordinates = graphql(`
  fragment coordinates on Profile {
    locationLat
    locationLng
    approximateLocation {
      latitude
      longitude
    }
  }
`);

export const profile = record(
  {
    on: 'Profile',
    about:
      'Physical data and location of a user. People who are not friends receive neither birth date nor weight, and coordinates rounded to a tenth of a degree.',
  },
  {
    ...self('profile'),
    user: own('user'),
    birth_date: date('birthDate', { nullable: true }),
    gender: word('Gender', genders)('gender', { or: '', values: [...Object.keys(genders), ''] }),
    weight: decimal('weight', { nullable: true, about: 'In `weight_unit`.' }),
    weight_unit: word('WeightUnit', weightUnits)('weightUnit'),
    location_name: text('locationName', { about: 'May be empty.' }),
    location_lat: made(
      coordinates,
      { type: 'float', nullable: true, about: 'Degrees north.' },
      ({ locationLat, approximateLocation }) => wireFloat(locationLat ?? approximateLocation?.latitude ?? null),
    ),
    location_lng: made(
      coordinates,
      { type: 'float', nullable: true, about: 'Degrees east.' },
      ({ locationLng, approximateLocation }) => wireFloat(locationLng ?? approximateLocation?.longitude ?? null),
    ),
  },
);

const best = { nullable: true } as const;

export const stats = record(
  {
    on: 'Stats',
    about: 'Statistics of all workouts of a user, updated with every change. They cannot be written.',
    first:
      'avgWeeklyDistanceInMeters totalDistanceInMeters maxDistanceInMeters maxDurationInSeconds maxElevationGainInMeters latestWorkoutDate',
  },
  {
    ...self('stats'),
    user: own('user'),
    avg_weekly_distance_in_meters: float('avgWeeklyDistanceInMeters', { about: 'Over the last 28 days.' }),
    best_mile_duration_in_seconds: integer('bestMileDurationInSeconds', best),
    best_5k_duration_in_seconds: integer('best5kDurationInSeconds', best),
    best_10k_duration_in_seconds: integer('best10kDurationInSeconds', best),
    best_half_marathon_duration_in_seconds: integer('bestHalfMarathonDurationInSeconds', best),
    best_marathon_duration_in_seconds: integer('bestMarathonDurationInSeconds', best),
    latest_workout_date: timestamp('latestWorkoutDate', { nullable: true, about: 'Null without a workout.' }),
    max_distance_in_meters: decimal('maxDistanceInMeters'),
    max_duration_in_seconds: integer('maxDurationInSeconds'),
    max_elevation_gain_in_meters: decimal('maxElevationGainInMeters'),
    total_distance_in_meters: whole('totalDistanceInMeters'),
  },
);
