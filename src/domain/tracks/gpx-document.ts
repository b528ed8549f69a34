import { MAX_POINTS } from './track.ts';
import type { Track } from './track.ts';

/** What a GPX file says, before any rule of the domain is applied (decisions R3 and R4 are the domain's). */
export interface GpxDocument {
  /** The points of every `trk` and `trkseg`, in document order; one segment for each `trkseg` that has points. */
  track: Track;
  /** The first `trk/name` that isn't blank, trimmed. */
  name: string | null;
  /** The first `trk/type` that isn't blank, trimmed. */
  type: string | null;
  /** `metadata/desc` (GPX 1.0: `gpx/desc`), trimmed. */
  description: string | null;
  /** `metadata/time` (GPX 1.0: `gpx/time`): the text as written, trimmed, not yet judged. */
  time: string | null;
  /**
   * What elements `privacy` say that stand at any depth in the `extensions` of `gpx`, `metadata` or `trk`, any namespace:
   * trimmed, in lower case, each once, not yet judged; empty ones count as absent (decisions N16).
   */
  privacies: readonly string[];
  /** `metadata/extensions/social_access_token`, any namespace, trimmed. */
  socialAccessToken: string | null;
}

/** What a reader accepts at most. */
export interface GpxLimits {
  /** Points in one document (decisions W22). */
  maxPoints: number;
}

/** The limits of decisions W22. */
export const GPX_LIMITS: GpxLimits = { maxPoints: MAX_POINTS };
