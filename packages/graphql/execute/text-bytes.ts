/** Texts of up to this many characters are not counted among the long ones. */
export const shortText = 255;

/** Bytes of the long texts in a value. */
export function textBytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length > shortText ? Buffer.byteLength(value) : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const part of Object.values(value)) bytes += textBytesIn(part);
  return bytes;
}
