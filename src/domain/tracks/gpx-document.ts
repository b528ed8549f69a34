import { MAX_POINTS } from './track.ts';
import type { Track } from './track.ts';

/** The content of a GPX file, before the rules of the domain are applied (decisions R3 and R4). */
export interface GpxDocument {
  /** The points of every `trk` and `trkseg`, in document order; one segment for each `trkseg` that has points. */
  track: Track;
  /** The first `trk/name` that is not blank, trimmed. */
  name: string | null;
  /** The first `trk/type` that is not blank, trimmed. */
  type: string | null;
  /** `metadata/desc` (GPX 1.0: `gpx/desc`), trimmed. */
  description: string | null;
  /** The text of `metadata/time` (GPX 1.0: `gpx/time`), trimmed and not yet checked. */
  time: string | null;
  /**
   * The texts of `privacy` elements at any depth in the `extensions` of `gpx`, `metadata` or `trk`, in any namespace.
   * They are trimmed, in lower case, distinct and not yet checked; empty ones count as absent (decisions N16).
   */
  privacies: readonly string[];
  /** `metadata/extensions/social_access_token`, any namespace, trimmed. */
  socialAccessToken: string | null;
}

/** The limits of a reader. */
export interface GpxLimits {
  /** The number of points in one document (decisions W22). */
  maxPoints: number;
}

/** The limits of decisions W22. */
export const GPX_LIMITS: GpxLimits = { maxPoints: MAX_POINTS };
