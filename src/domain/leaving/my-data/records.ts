import type { EntityClass } from '@mikro-orm/core';
import { z } from 'zod';
import { left, routeLeftOut, workoutLeftOut } from '../exported-columns.ts';
import type { Preferences } from '../../people/preferences.entity.ts';
import type { Profile } from '../../people/profile.entity.ts';
import type { Picture } from '../../pictures/picture.entity.ts';
import { Route } from '../../routes/route.entity.ts';
import { bestEffortColumns } from '../../workouts/best-effort-columns.ts';
import { Workout } from '../../workouts/workout.entity.ts';
import { factsOf } from '../../../platform/database/columns.ts';
import type { ColumnFacts, ColumnName } from '../../../platform/database/columns.ts';
import { hasControl } from '../../../platform/text.ts';
import { distanceUnits, elevationUnits, genders, weightUnits } from '../../people/choices.ts';
import { notificationKinds } from '../../notifications/kinds.ts';
import { readMoment } from '../../rules/moment.ts';
import { privacies } from '../../rules/visibility.ts';
import { readLaps, storedLaps } from '../../workouts/laps.ts';
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

/** The columns of which nothing is known here are what their type says. Archives from before they were added do not have them. */
function added(entity: EntityClass<object>, known: object, without: object): object {
  const columns = factsOf(entity).filter(({ name }) => !(name in known) && !(name in without));
  return Object.fromEntries(columns.map((facts) => [facts.name, shapeOf(facts)]));
}

function shapeOf({ name, type, length = 20_000, fallback = null }: ColumnFacts): z.ZodType {
  const line = z
    .string()
    .max(length)
    .refine((given) => given.isWellFormed() && !hasControl(given), 'is no plain text');
  const types = {
    varchar: line,
    text: line,
    boolean: z.boolean(),
    int: z.int32(),
    numeric: z.number(),
    timestamptz: moment,
  };
  if (!(type in types)) throw new Error(`${name} is of the type ${type}: say how it is read from archives`);
  return types[type as keyof typeof types].nullish().transform((value) => value ?? fallback);
}

/** Figures that its points decide are measured again, and so are best times. */
const measuredAgain = left('it is measured again', 'elevationGainInMeters', ...Object.values(bestEffortColumns));

const run = {
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
  laps: text.nullish().transform((given) => (given == null ? null : storedLaps(readLaps(given) ?? []))),
};
/** A run in `workouts.json`. */
export const runRecord = z.object({ ...run, ...added(Workout, run, { ...workoutLeftOut, ...measuredAgain }) });
export type RunRecord = z.infer<typeof runRecord>;

const route = {
  id,
  workoutId: id.nullable(),
  name: text,
  distanceInMeters: z.number(),
  privacy: z.enum(privacies),
  polyline: z.string().min(1).max(64_000),
  createdDate: moment,
};
/** A route in `routes.json`. */
export const routeRecord = z.object({ ...route, ...added(Route, route, routeLeftOut) });
export type RouteRecord = z.infer<typeof routeRecord>;

/** The shape of each column but some. The compiler asks for one that is added, and for what becomes of it. */
type Shapes<Entity, Left extends ColumnName<Entity>> = Record<Exclude<ColumnName<Entity>, Left>, z.ZodType>;

/** A picture in `pictures.json`. */
export const pictureRecord = z.object({
  id,
  postId: id,
  position: z.number().int(),
  isHidden: z.boolean(),
  createdDate: moment,
} satisfies Shapes<Picture, 'keyId' | 'digest' | 'format' | 'width' | 'height'>);
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
} satisfies Shapes<Profile, 'userId'>);

/** The content of `preferences.json`. */
export const preferencesRecord = z.object({
  weeklyEmailReport: z.boolean(),
  monthlyEmailReport: z.boolean(),
  annuallyEmailReport: z.boolean(),
  distance: z.enum(distanceUnits),
  elevation: z.enum(elevationUnits),
  unwantedNotifications: z.array(z.enum(notificationKinds)),
  timezone: z.string(),
} satisfies Shapes<Preferences, 'userId'>);
