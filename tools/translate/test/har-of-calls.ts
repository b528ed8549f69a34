import { as } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';

/** Sends a call over REST, and returns it as an entry of a HAR file, at an old address of the service. */
export async function entryOf(
  person: Person,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<object> {
  const answer = await as(person).send(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const pairs = (given: object) => Object.entries(given).map(([name, value]) => ({ name, value: String(value) }));
  const mimeType = String(answer.headers['content-type'] ?? '');
  return {
    startedDateTime: new Date().toISOString(),
    request: {
      method,
      url: `https://old.example/api/v1${path}`,
      headers: pairs(headers),
      ...(body === undefined ? {} : { postData: { mimeType: headers['Content-Type'] ?? '', text: body } }),
    },
    response: {
      status: answer.status,
      headers: pairs(answer.headers),
      content: { size: Buffer.byteLength(answer.text), mimeType, text: answer.text },
    },
  };
}
