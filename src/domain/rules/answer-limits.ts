/**
 * The limits of one answer. All fields of a request share them, whether they are aliases, nested pages, `nodes(ids:)`
 * or feeds. Longer tracks are streamed from a signed URL.
 *
 * A point takes about 80 bytes of JSON or 100 of GPX, and 2 µs of the event loop, so 100,000 points take 10 MB and 0.2
 * s.
 */
export const answerLimits = {
  /** Points of one track in an answer, which is fourteen hours with one point for each second. */
  pointsATrack: 50_000,
  /** Points of all tracks of one request. A track counts each time it is requested. */
  points: 100_000,
  /** Points of all recordings from which streams, splits and repairs are computed in one request, at about 1 µs each. */
  computedPoints: 500_000,
} as const;
