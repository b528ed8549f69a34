import { distanceUnits, elevationUnits, weightUnits } from '../words.ts';
import type { Field, RecordDescription } from './description.ts';

const id: Field = { type: 'integer' };
const uri: Field = { type: 'URI', about: 'The path of this record.' };

const picture = {
  profile_image_225_url: { type: 'URL', about: 'Empty without a profile picture.' },
  profile_image_48_url: { type: 'URL', about: 'Empty without a profile picture.' },
} as const satisfies Record<string, Field>;

const user = {
  id,
  resource_uri: uri,
  first_name: { type: 'text' },
  last_name: { type: 'text' },
  email: { type: 'text', about: 'Empty for everybody but oneself.' },
  date_joined: { type: 'timestamp' },
  preferences: { type: 'URI' },
  profile: { type: 'URI' },
  stats: { type: 'URI' },
  ...picture,
} as const satisfies Record<string, Field>;

const best: Field = { type: 'integer', nullable: true };

/** The records about people. */
export const people = {
  User: { about: 'A user, as lists and other records embed it.', fields: user },
  'Single user': {
    about: 'A user who is fetched alone. With `full=1` the Stats record stands in `stats`, in place of its path.',
    fields: {
      ...user,
      pending_friend_requests: { type: 'integer', about: 'Requests that wait for an answer; 0 for others.' },
      unread_messages: { type: 'integer', about: 'In inbox and archive; 0 for others.' },
    },
  },
  'Found user': {
    about: 'A user who was found by name.',
    fields: { ...user, location_name: { type: 'text' } },
  },
  Author: {
    about: 'The author of a post.',
    fields: {
      id,
      first_name: { type: 'text' },
      last_name: { type: 'text' },
      preferences: { type: 'URI' },
      profile: { type: 'URI' },
      resource_uri: uri,
    },
  },
  'Profile picture': { about: "The two URLs of a user's picture.", fields: picture },
  'Account result': {
    about: 'What a sign-in gives. Together the two make the `Authorization` header.',
    fields: {
      username: { type: 'text', about: 'Made by the service; never the e-mail address.' },
      api_key: { type: 'text' },
    },
  },
  Preferences: {
    about: 'How a user wants to see figures, and which reports are mailed.',
    fields: {
      id,
      resource_uri: uri,
      user: { type: 'URI' },
      annually_email_report: { type: 'boolean' },
      monthly_email_report: { type: 'boolean' },
      weekly_email_report: { type: 'boolean' },
      distance: { type: 'text', values: Object.keys(distanceUnits) },
      elevation: { type: 'text', values: Object.keys(elevationUnits) },
      timezone: { type: 'text', about: 'The IANA name of a time zone.' },
    },
  },
  Profile: {
    about:
      'What a user says about themselves. People who are not friends get neither birth date nor weight, and coordinates rounded to a tenth of a degree.',
    fields: {
      id,
      resource_uri: uri,
      user: { type: 'URI' },
      birth_date: { type: 'date', nullable: true },
      gender: { type: 'text', values: ['M', 'F', 'O', ''] },
      weight: { type: 'decimal', nullable: true, about: 'In `weight_unit`, the only weight that is not in kilograms.' },
      weight_unit: { type: 'text', values: Object.keys(weightUnits) },
      location_name: { type: 'text', about: 'May be empty.' },
      location_lat: { type: 'float', nullable: true, about: 'Degrees north.' },
      location_lng: { type: 'float', nullable: true, about: 'Degrees east.' },
    },
  },
  Stats: {
    about: "Figures over all of a user's workouts, kept up to date with every change of one. They cannot be written.",
    fields: {
      id,
      resource_uri: uri,
      user: { type: 'URI' },
      avg_weekly_distance_in_meters: { type: 'float', about: 'Over the last 28 days.' },
      best_mile_duration_in_seconds: best,
      best_5k_duration_in_seconds: best,
      best_10k_duration_in_seconds: best,
      best_half_marathon_duration_in_seconds: best,
      best_marathon_duration_in_seconds: best,
      latest_workout_date: { type: 'timestamp', nullable: true, about: 'Null without a workout.' },
      max_distance_in_meters: { type: 'decimal' },
      max_duration_in_seconds: { type: 'integer' },
      max_elevation_gain_in_meters: { type: 'decimal' },
      total_distance_in_meters: { type: 'integer' },
    },
  },
} as const satisfies Readonly<Record<string, RecordDescription>>;
