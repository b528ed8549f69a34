import { counted } from '../schema/lengths.ts';
import { defaultPage, pageCaps } from '../schema/pagination/page-sizes.ts';
import type { Args } from './args.ts';
import type { Parameters } from './contract/description.ts';
import type { RestRequest } from './endpoint.ts';
import { readQuery } from '@runners/wire';
import type { WireValue } from '@runners/wire';

/** The `limit` of a list: the default when it is absent, and the maximum for 0 and for larger values (decisions W10). */
export function pageLimit(args: Args, byDefault: number, most: number): number {
  const limit = args.countOrNull('limit') ?? byDefault;
  return limit === 0 ? most : Math.min(limit, most);
}

/** `limit` and `offset` of a list. */
export function offsetPage(
  args: Args,
  byDefault: number = defaultPage,
  most: number = pageCaps.list,
): { limit: number; offset: number } {
  return { limit: pageLimit(args, byDefault, most), offset: Math.min(args.countOrNull('offset') ?? 0, 0x7fff_ffff) };
}

/** How a list is divided into pages. */
export interface Paging {
  /** The variables of its documents. */
  variables: readonly string[];
  read: (args: Args) => { first?: number; last?: number; offset: number };
  /** Which of so many items are asked for. */
  range: (request: RestRequest, total: number) => { limit: number; offset: number };
  /** What is answered with these objects. */
  envelope: (request: RestRequest, total: number, objects: WireValue[]) => WireValue;
  /** What the contract says of its parameters. */
  described: Parameters;
}

const describedPage = (most: number, byDefault: string): Parameters => ({
  limit: {
    type: 'integer',
    default: byDefault,
    about: `0, and any value above ${counted(most)}, means ${counted(most)}.`,
  },
  offset: { type: 'integer', default: '0', about: 'The number of items to skip.' },
});

/** Pages of a list, which has at most so many items on each. */
export function pages(most: number = pageCaps.list): Paging {
  const page = ({ args }: Pick<RestRequest, 'args'>) => offsetPage(args, defaultPage, most);
  return {
    variables: ['first: Int!', 'offset: Int!'],
    read(args) {
      const { limit, offset } = page({ args });
      return { first: limit, offset };
    },
    range: page,
    envelope: (request, total, objects) => listEnvelope(request, page(request), total, objects),
    described: describedPage(most, `${defaultPage}`),
  };
}

/**
 * The envelope of a list (decisions W10). `next` and `previous` keep the other parameters, and are null at the ends. A link
 * never leads to a smaller page, so `previous` is null where less than a page precedes (P9).
 */
function listEnvelope(
  request: RestRequest,
  { limit, offset }: { limit: number; offset: number },
  total: number,
  objects: WireValue[],
): WireValue {
  const page = (at: number) => link(request, { limit, offset: at });
  const previous = offset < limit ? null : page(offset - limit);
  return envelope(
    { limit, offset, previous, next: offset + limit < total ? page(offset + limit) : null },
    total,
    objects,
  );
}

function envelope(
  { limit, next, offset, previous }: { limit: number; next: string | null; offset: number; previous: string | null },
  total: number,
  objects: WireValue[],
): WireValue {
  return { meta: { limit, next, offset, previous, total_count: total }, objects };
}

/** The largest number of items of a list that the interface does not describe as paginated. */
const wholeList = pageCaps.list;

/**
 * The GraphQL arguments for a list that the interface does not describe as paginated, oldest first (decisions N1): without
 * `limit` and `offset` the whole list, or its newest `wholeList` items; otherwise a page as in W10.
 */
export function wholePage(args: Args): { first?: number; last?: number; offset: number } {
  const { limit, offset } = offsetPage(args, wholeList);
  return isWhole(args, offset) ? { last: wholeList, offset } : { first: limit, offset };
}

function isWhole(args: Args, offset: number): boolean {
  return offset === 0 && args.numberOrNull('limit') == null;
}

/** Which of so many items `wholePage` asks for. */
function wholeRange({ args }: RestRequest, total: number): { limit: number; offset: number } {
  const { limit, offset } = offsetPage(args, wholeList);
  return { limit, offset: isWhole(args, offset) ? Math.max(0, total - wholeList) : offset };
}

/**
 * The envelope of such a list. Before the newest items of a longer list, `previous` leads to a full page of older ones,
 * even if some of them come twice.
 */
function wholeEnvelope(request: RestRequest, total: number, objects: WireValue[]): WireValue {
  const { limit, offset: asked } = offsetPage(request.args, wholeList);
  const offset = Math.max(0, total - wholeList);
  if (!isWhole(request.args, asked) || offset === 0)
    return listEnvelope(request, { limit, offset: asked }, total, objects);
  const previous = link(request, { limit, offset: Math.floor((offset - 1) / limit) * limit });
  return envelope({ limit, offset, next: null, previous }, total, objects);
}

/** A list that the interface does not describe as paginated. */
export const wholeLists: Paging = {
  variables: ['first: Int', 'last: Int', 'offset: Int!'],
  read: wholePage,
  range: wholeRange,
  envelope: wholeEnvelope,
  described: describedPage(wholeList, `all, or the newest ${counted(wholeList)}`),
};

/**
 * Path and query of another page of this list (W10, W13, N11): the path with its slash, and the parameters as they were
 * sent, byte for byte and in order. In `changes`, '' removes a parameter and null keeps it; a new parameter is appended.
 */
export function link(request: Pick<RestRequest, 'url'>, changes: Record<string, string | number | null>): string {
  const { url } = request;
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const values = new Map(Object.entries(changes).filter(([, value]) => value !== null));
  const parameters = [];
  for (const parameter of question < 0 ? [] : url.slice(question + 1).split('&')) {
    const name = parameter === '' ? '' : nameOf(parameter);
    if (!values.has(name)) parameters.push(parameter);
    else if (values.get(name) !== '') parameters.push(`${name}=${values.get(name)}`);
    // A parameter that occurred more than once is kept once.
    if (values.has(name)) values.set(name, '');
  }
  for (const [name, value] of values) if (value !== '') parameters.push(`${name}=${value}`);
  const query = parameters.filter((parameter) => parameter !== '').join('&');
  return `${path.replace(/\/?$/, '/')}${query === '' ? '' : `?${query}`}`;
}

/** The decoded name of a pair of a query string. */
function nameOf(parameter: string): string {
  return Object.keys(readQuery(parameter))[0] ?? '';
}
