import { z } from 'zod';
import { distanceUnits, elevationUnits, genders, weightUnits } from '../../people/choices.ts';
import { notificationKinds } from '../../notifications/kinds.ts';
import { readMoment } from '../../rules/moment.ts';
import { privacies } from '../../rules/visibility.ts';
import { runTypes } from '../../workouts/run-types.ts';
import { workoutSources } from '../../workouts/workout-sources.ts';

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const moment = z.string().transform((text, context) => {
  const read = readMoment(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' });
  return z.NEVER;
});
const text = z.string().max(20_000);

/** A run in `workouts.json`. Figures that its points decide are measured again, and so are best times. */
export const runRecord = z.object({
  id,
  postId: id.nullable(),
  hasPoints: z.boolean().default(false),
  title: text,
  postBody: text,
  runDate: moment,
  runType: z.enum(runTypes),
  sourceType: text.nullable(),
  durationInSeconds: z.number(),
  distanceInMeters: z.number().nullable(),
  privacy: z.enum(privacies),
  source: z.enum(workoutSources),
  createdDate: moment,
});
export type RunRecord = z.infer<typeof runRecord>;

/** A route in `routes.json`. */
export const routeRecord = z.object({
  id,
  workoutId: id.nullable(),
  name: text,
  distanceInMeters: z.number(),
  privacy: z.enum(privacies),
  polyline: z.string().min(1).max(64_000),
  createdDate: moment,
});
export type RouteRecord = z.infer<typeof routeRecord>;

/** A picture in `pictures.json`. */
export const pictureRecord = z.object({
  id,
  postId: id,
  position: z.number().int(),
  isHidden: z.boolean(),
  createdDate: moment,
});
export type PictureRecord = z.infer<typeof pictureRecord>;

/** The content of `profile.json`. */
export const profileRecord = z.object({
  birthDate: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  weight: z.number().nullable(),
  weightUnit: z.enum(weightUnits),
  locationName: text,
  locationLat: z.number().nullable(),
  locationLng: z.number().nullable(),
});

/** The content of `preferences.json`. */
export const preferencesRecord = z.object({
  weeklyEmailReport: z.boolean(),
  monthlyEmailReport: z.boolean(),
  annuallyEmailReport: z.boolean(),
  distance: z.enum(distanceUnits),
  elevation: z.enum(elevationUnits),
  unwantedNotifications: z.array(z.enum(notificationKinds)),
  timezone: z.string(),
});
