import type { Track } from '../track/track.ts';

/** The content of a GPX file. */
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
  /** The different texts of each element that was wanted and has some, by its name, in document order. */
  texts: ReadonlyMap<string, ReadonlySet<string>>;
}
