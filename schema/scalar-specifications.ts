/** Where the form of each scalar is described. Clients find the address in the schema (`@specifiedBy`). */
const specifications: Readonly<Record<string, string>> = {
  DateTime: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  Date: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  Track: 'https://www.rfc-editor.org/rfc/rfc8259',
  Gpx: 'https://www.topografix.com/GPX/1/1/',
  ImageData: 'https://www.rfc-editor.org/rfc/rfc4648#section-4',
  RecordingData: 'https://www.rfc-editor.org/rfc/rfc4648#section-4',
  DatabaseId: 'https://www.rfc-editor.org/rfc/rfc7493#section-2.2',
  WallClock: 'https://www.w3.org/TR/xmlschema11-2/#dateTime',
};

/** @throws Error for a scalar without one */
export function specificationOf(scalar: string): string {
  const url = specifications[scalar];
  if (!url) throw new Error(`the scalar ${scalar} has no specification`);
  return url;
}
