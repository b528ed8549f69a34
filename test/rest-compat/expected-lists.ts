import { globalId } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';

/** A request of a row: who asks, the id in the path, and the parameters as they are sent, in order. */
export interface Asked {
  viewer: number;
  id: number;
  params: Readonly<Record<string, string>>;
}

/** How a row is requested, what GraphQL is asked instead, and what the row must answer to that; null: 404. */
export interface ExpectedRow {
  path: (asked: Asked) => string;
  /** The parameters that it has. */
  takes: string[];
  /** What the id in the path is of. */
  of?: NodeType;
  query: (asked: Asked) => string;
  /** GraphQL answers the owner alone, REST everybody who may see the owner (decisions N19). */
  ofOwner?: true;
  // oxlint-disable-next-line no-explicit-any
  reply: (data: any, asked: Asked) => unknown;
}

type Shape = { select: string; wire: (node: never) => unknown };
export const most = 1000;
export const id = (type: NodeType, databaseId: unknown) => JSON.stringify(globalId(type, Number(databaseId)));
export const given = (params: Asked['params'], name: string) => (params[name] === '' ? undefined : params[name]);
export const numberOf = (params: Asked['params'], name: string) => {
  const text = given(params, name);
  return text === undefined ? null : Number(text);
};

/** Path and query of another page: the parameters in order, changed where they are, appended where they are not. */
export function link(
  path: string,
  params: Asked['params'],
  changes: Record<string, string | number | undefined>,
): string {
  const all = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== undefined);
  return `/api/v1${path}?${all.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

export function pageOf({ params }: Asked, byDefault = 20, cap = most) {
  const limit = numberOf(params, 'limit') ?? byDefault;
  return {
    limit: limit === 0 ? cap : Math.min(limit, cap),
    offset: Math.min(numberOf(params, 'offset') ?? 0, 2 ** 31 - 1),
  };
}

/** A list by `limit` and `offset`. */
export function list(
  path: (asked: Asked) => string,
  takes: string[],
  ask: {
    field: string;
    args?: (asked: Asked) => string;
    of: Shape;
    cap?: number;
    also?: (asked: Asked) => string;
  },
): ExpectedRow {
  const { field, args = () => '', of, cap = most, also = () => '' } = ask;
  return {
    path,
    takes: [...takes, 'limit', 'offset'],
    query: (asked) => {
      const { limit, offset } = pageOf(asked, 20, cap);
      return `{ ${also(asked)} ${field}(${args(asked)} first: ${limit}, offset: ${offset}) { totalCount nodes { ${of.select} } } }`;
    },
    reply: (data, asked) => {
      if (data.must === null) return null;
      const { limit, offset } = pageOf(asked, 20, cap);
      const { totalCount, nodes } = data[field] ?? { totalCount: 0, nodes: [] };
      const at = (start: number) => link(path(asked), asked.params, { limit, offset: start });
      const meta = {
        limit,
        offset,
        total_count: totalCount,
        next: offset + limit < totalCount ? at(offset + limit) : null,
        previous: offset < limit ? null : at(offset - limit),
      };
      return { meta, objects: nodes.map(of.wire) };
    },
  };
}

/** A list that is whole unless a page of it is asked for: comments, messages, pictures. */
export function whole(
  path: string,
  parameter: string,
  ask: (id: string, page: string) => string,
  of: Shape,
  paged: boolean,
): ExpectedRow {
  const isWhole = ({ params }: Asked) => given(params, 'limit') === undefined && !numberOf(params, 'offset');
  return {
    path: () => path,
    takes: [parameter, 'limit', 'offset'],
    query: (asked) => {
      const { limit, offset } = pageOf(asked, most);
      const page = isWhole(asked) ? `last: ${most}` : `first: ${limit}, offset: ${offset}`;
      return ask(asked.params[parameter] ?? '', page);
    },
    reply: (data, asked) => {
      const items = data.post?.pictures ?? data.comments ?? data.conversation?.messages;
      if (!items) return null;
      const { limit, offset } = pageOf(asked, most);
      const all = paged ? items.nodes : items.slice(offset, offset + limit);
      const total = paged ? items.totalCount : items.length;
      const at = (size: number, start: number) => link(path, asked.params, { limit: size, offset: start });
      const meta = {
        limit,
        offset,
        total_count: total,
        next: offset + limit < total ? at(limit, offset + limit) : null,
        previous: offset < limit ? null : at(limit, offset - limit),
      };
      return { meta, objects: all.map(of.wire) };
    },
  };
}

/** One thing by the id in its path. */
export function one(path: string, of: NodeType, shape: Shape): ExpectedRow {
  return {
    path: (asked) => path.replace('#', String(asked.id)),
    takes: [],
    of,
    query: (asked) => `{ node(id: ${id(of, asked.id)}) { ... on ${of} { ${shape.select} } } }`,
    reply: ({ node }) => node && shape.wire(node as never),
  };
}
