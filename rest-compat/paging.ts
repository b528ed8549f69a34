import { invalid } from '../src/errors.ts';
import type { Args } from './args.ts';
import type { RestRequest } from './endpoint.ts';
import { readQuery } from './formats/form.ts';
import type { WireValue } from './formats/wire-value.ts';
import { asLast } from './formats/untyped-value.ts';

/** `limit` of a list: the default when absent, the maximum for 0 and above it (decisions W10). */
export function pageLimit(args: Args, byDefault: number, most: number): number {
  const limit = count(args, 'limit') ?? byDefault;
  return limit === 0 ? most : Math.min(limit, most);
}

/** `limit` and `offset` of a list. */
export function offsetPage(args: Args, byDefault = 20, most = 1000): { limit: number; offset: number } {
  return { limit: pageLimit(args, byDefault, most), offset: Math.min(count(args, 'offset') ?? 0, 0x7fff_ffff) };
}

/** The envelope of a list (decisions W10): `next` and `previous` keep the other parameters, null at the ends. */
export function listEnvelope(
  request: RestRequest,
  { limit, offset }: { limit: number; offset: number },
  total: number,
  objects: WireValue[],
): WireValue {
  const page = (at: number) => link(request, { limit, offset: at });
  return {
    meta: {
      limit,
      next: offset + limit < total ? page(offset + limit) : null,
      offset,
      previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
      total_count: total,
    },
    objects,
  };
}

function count(args: Args, name: string): number | null {
  const value = args.numberOrNull(name);
  if (value == null) return null;
  if (!Number.isInteger(value) || value < 0) throw invalid(name, 'must be a whole number, not negative');
  return value;
}

/** Path and query of another page of this list: other parameters are kept (W10); '' drops one, null keeps it. */
export function link(request: Pick<RestRequest, 'url'>, changes: Record<string, string | number | null>): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(readQuery(query))) parameters.set(name, String(asLast(value)));
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') parameters.delete(name);
    else if (value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
