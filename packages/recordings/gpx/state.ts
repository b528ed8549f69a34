/** Where the parser is in a GPX document (elements.ts). */
export const ParserState = {
  Document: 0,
  Gpx: 1,
  Metadata: 2,
  Extensions: 3,
  Track: 4,
  Segment: 5,
  Point: 6,
  Leaf: 7,
  Skipped: 8,
  PointExtensions: 9,
} as const;
export type ParserState = (typeof ParserState)[keyof typeof ParserState];
