import { formatOf } from './formats.ts';
import type { Format } from './formats.ts';

/** The types of a compressed file. The only files that are sent as they are, and are not compressed already, are GPX files. */
export const gzipType = 'application/gzip';
const gzipTypes = new Set([gzipType, 'application/x-gzip']);

/** Whether a body is a compressed file (`.gpx.gz`), which is read like its content with `Content-Encoding: gzip`. */
export function isGzipFile(contentType: string | undefined): boolean {
  return gzipTypes.has(typeOf(contentType).toLowerCase());
}

/**
 * The format of a body by its Content-Type header: 'missing' without one, and 'unknown' for unsupported types. Case and
 * parameters are ignored, except for the case of the GPX type (decisions W2).
 */
export function bodyFormat(contentType: string | undefined): Format | 'missing' | 'unknown' {
  const type = typeOf(contentType);
  if (!contentType?.trim()) return 'missing';
  if (isGzipFile(type)) return 'gpx';
  return (type && formatOf(type)) || 'unknown';
}

/** The parameter `charset` of a Content-Type header, in lower case; empty without one. */
export function charsetOf(contentType = ''): string {
  for (const parameter of contentType.split(';').slice(1)) {
    const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim());
    if (name.toLowerCase() === 'charset') return value.replaceAll('"', '').toLowerCase();
  }
  return '';
}

const typeOf = (contentType = '') => (contentType.split(';', 1)[0] as string).trim();
