import type { Person } from './person.ts';
import type { FormField, RowForm } from './row-form.ts';

/** Ids of the demo data, by what they are of. */
export type Ids = Record<string, number | null>;

/** A request that is ready to be sent. */
export interface Prepared {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

const minute = 60_000;
const words: Readonly<Record<string, string>> = { q: 'a', limit: '3' };

/** The value with which the form of a row begins. */
export function startValue(field: FormField, ids: Ids): string {
  if (field.value !== null) return field.value;
  const id = field.idOf === null ? null : ids[field.idOf];
  if (field.required && id !== null && id !== undefined) return String(id);
  return field.in === 'query' ? (words[field.name] ?? '') : '';
}

/** A short GPX file of a run that has just ended. */
export function exampleGpx(): string {
  const begun = Date.now() - 12 * minute;
  const points = [0, 1, 2, 3, 4, 5].map((i) => {
    const time = new Date(begun + i * 2 * minute).toISOString();
    return `    <trkpt lat="${(37.804 + i * 0.003).toFixed(4)}" lon="-122.2630"><ele>${4 + i}</ele><time>${time}</time></trkpt>`;
  });
  return [
    '<gpx version="1.1" creator="playground" xmlns="http://www.topografix.com/GPX/1/1">',
    '  <trk><name>Along the lake</name><trkseg>',
    ...points,
    '  </trkseg></trk>',
    '</gpx>',
  ].join('\n');
}

/** A drawn picture, as PNG. It differs each time, because a post contains the same picture once. */
async function examplePicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(480, 360);
  const drawing = canvas.getContext('2d');
  if (drawing) {
    drawing.fillStyle = `hsl(${Date.now() % 360} 60% 75%)`;
    drawing.fillRect(0, 0, 480, 360);
    drawing.fillStyle = '#35616b';
    drawing.fillRect(0, 220, 480, 140);
  }
  return canvas.convertToBlob();
}

/** Makes the request of a row from the values of its form. */
export async function prepare(
  row: RowForm,
  values: readonly { field: FormField; value: string }[],
  bodyText: string,
  { username, apiKey }: Person,
  format: string,
): Promise<Prepared> {
  let path = row.path;
  const query = new URLSearchParams();
  for (const { field, value } of values) {
    const { name, in: place } = field;
    if (place === 'path') path = path.replace(new RegExp(`[[{]${name}[\\]}]`), encodeURIComponent(value));
    else if (place === 'query' && value !== '') query.set(name, value);
  }
  const headers: Record<string, string> = { Accept: format, Authorization: `ApiKey ${username}:${apiKey}` };
  const [bytes] = row.bytes;
  const hasBody = row.method !== 'GET' && (bytes !== undefined || row.fields.some((field) => field.in === 'body'));
  if (hasBody) headers['Content-Type'] = bytes ?? 'application/json';
  const body = !hasBody ? null : bytes?.startsWith('image/') ? await examplePicture() : bodyText;
  const search = query.toString();
  return { url: `/api/v1${path}${search === '' ? '' : `?${search}`}`, method: row.method, headers, body };
}

/** The request as a command for a shell. */
export function curlOf({ url, method, headers, body }: Prepared): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (typeof body === 'string') parts.push('--data-binary', quoted(body));
  return [...parts, quoted(`${location.origin}${url}`)].join(' ');
}
