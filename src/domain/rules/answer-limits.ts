/**
 * What one answer carries at most, however its document is written: all fields of a request share these, whether they are
 * aliases, nested pages, `nodes(ids:)` or feeds. Longer things have a signed URL that streams.
 *
 * A point is some 80 bytes of JSON and 100 of GPX, and takes 2 µs of the request loop: 100,000 points are 10 MB and 0.2 s.
 */
export const answerLimits = {
  /** Points of one track in an answer: fourteen hours at a point a second. */
  pointsATrack: 50_000,
  /** Points of all tracks of one request, each counted as often as it is asked for. */
  points: 100_000,
  /** Bytes of lines (encoded polylines) of the long lists of one request. */
  lineBytes: 32 * 1024 * 1024,
} as const;
