import { formatOf } from './formats.ts';
import type { Format } from './formats.ts';

/**
 * The format of a body by its Content-Type header: 'missing' without one, and 'unknown' for unsupported types. Case and
 * parameters are ignored, except for the case of the GPX type (decisions W2).
 */
export function bodyFormat(contentType: string | undefined): Format | 'missing' | 'unknown' {
  const type = contentType?.split(';', 1)[0]?.trim();
  if (!contentType?.trim()) return 'missing';
  return (type && formatOf(type)) || 'unknown';
}
