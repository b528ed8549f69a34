import { isDeepStrictEqual } from 'node:util';
import { plainOf } from './item-kinds.ts';
import type { Contender, Item } from './item-kinds.ts';
import { bodyAt, headersOf } from './requests.ts';
import type { Request } from './requests.ts';

const compared = 25;

/** Sends the first requests of an item to every contender. @throws Error unless all answer 200 or 201 with the same values */
export async function compare(
  item: Item,
  requests: ReadonlyMap<Contender, Request[]>,
  portOf: (contender: Contender) => number,
  nextSerial: () => number,
): Promise<void> {
  const count = Math.min(compared, ...[...requests.values()].map(({ length }) => length));
  for (let n = 0; n < count; n++) {
    let expected: unknown;
    for (const [contender, list] of requests) {
      const request = list[n] as Request;
      const serial = nextSerial();
      const body = bodyAt(request.body, serial);
      const response = await fetch(`http://127.0.0.1:${portOf(contender)}${request.path}`, {
        method: request.method,
        headers: headersOf(request),
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status !== 200 && response.status !== 201)
        throw new Error(`${item.name}, ${contender}: ${response.status} ${text.slice(0, 500)}`);
      // What differs from one upload to the next by intention is its date.
      const values = item.values(plainOf(contender), text) as Record<string, unknown>;
      if (item.writes) delete values['run_date'];
      expected ??= values;
      if (!isDeepStrictEqual(plain(values), plain(expected)))
        throw new Error(
          `${item.name}: ${contender} answers otherwise than the floor to ${request.path}\n${excerpt(values)}\n${excerpt(expected)}`,
        );
    }
  }
}

/** Values as JSON would carry them, without signed URLs: the floor has no secret to sign with. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, inside: unknown) => (name === 'static_map_url' ? null : inside)));
}

function excerpt(value: unknown): string {
  return JSON.stringify(value).slice(0, 2000);
}
