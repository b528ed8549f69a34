import { MalformedBody } from '@runners/wire';
import { MAX_ITEMS } from '../../platform/bodies/max-values.ts';
import { momentMs } from '../rules/moment.ts';
import { MalformedRecording, readGpx, readRecording } from '@runners/recordings';
import type { Activity, GpxDocument, GpxOptions } from '@runners/recordings';

/** The largest number of points of a workout (decisions W22). */
export const MAX_POINTS = MAX_ITEMS;

/** The content of a GPX file, before the rules of the domain are applied (decisions R3 and R4). */
export interface WorkoutFile extends Omit<GpxDocument, 'texts'> {
  /**
   * The texts of `privacy` elements at any depth in the `extensions` of `gpx`, `metadata` or `trk`, in any namespace.
   * They are trimmed, in lower case, distinct and not yet checked; empty ones count as absent (decisions N16).
   */
  privacies: readonly string[];
  /** `metadata/extensions/social_access_token`, any namespace, trimmed. */
  socialAccessToken: string | null;
}

/** The content of a recording in any format. */
export type RecordingContent =
  | { format: 'gpx'; gpx: WorkoutFile }
  | { format: 'fit' | 'tcx'; activities: readonly Activity[] };

/** What the reader of GPX is told. There are three valid privacies, so one of four texts is invalid. */
export const gpxOptions: Required<GpxOptions> = {
  maxPoints: MAX_POINTS,
  momentMs,
  wanted: [
    { name: 'privacy', where: 'anywhere', most: 4, kept: (text) => text.trim().toLowerCase() },
    { name: 'social_access_token', where: 'in metadata', most: 1 },
  ],
};

/** Reads a GPX file. @throws MalformedBody, TooManyPoints */
export function readWorkoutFile(bytes: Buffer, maxPoints = MAX_POINTS): WorkoutFile {
  return workoutFileOf(asBody(() => readGpx(bytes, { ...gpxOptions, maxPoints })));
}

/** Reads a recording in any format, which its content decides. @throws MalformedBody, TooManyPoints */
export function readRecordingContent(bytes: Buffer, maxPoints = MAX_POINTS): RecordingContent {
  const recording = asBody(() => readRecording(bytes, { ...gpxOptions, maxPoints }));
  return recording.format === 'gpx' ? { format: 'gpx', gpx: workoutFileOf(recording.gpx) } : recording;
}

function workoutFileOf({ texts, ...document }: GpxDocument): WorkoutFile {
  const [socialAccessToken = null] = texts.get('social_access_token') ?? [];
  return { ...document, privacies: [...(texts.get('privacy') ?? [])], socialAccessToken };
}

/** Reads something with a reader of recordings. What is wrong with it is wrong with a body. @throws MalformedBody */
export function asBody<Content>(read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    throw error instanceof MalformedRecording ? new MalformedBody(error.message) : error;
  }
}
