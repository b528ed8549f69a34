import { postCursor } from '../../../schema/feed/post-cursor.ts';
import { post } from '../../../rest-compat/records/feed.ts';
import { workout } from '../../../rest-compat/records/workouts.ts';
import type { Cast } from './cast.ts';
import { documents } from './documents.ts';
import type { Dated, Reader, Request } from './requests.ts';
import { apart } from './uploads.ts';

/** Who answers: the floor, the floor with the JSON made by PostgreSQL, the service over REST, over GraphQL. */
type Plain = 'floor' | 'floor, JSON by SQL' | 'REST' | 'GraphQL';
/**
 * The same; an interface asked as phones do, which accept compressed answers; the build before; or this build once more, which tells how
 * much two equal ones differ.
 */
export type Contender = Plain | `${'REST' | 'GraphQL'}, ${'compressed' | 'before' | 'again'}`;

/** The contender that is asked the same, without compression, of this build. */
export const plainOf = (contender: Contender) => contender.replace(/, (?:compressed|before|again)$/, '') as Plain;

/** What is asked of the service: at least this share of the floor's throughput at no more than this multiple of its CPU. */
interface Bar {
  throughput: number;
  cpu: number;
}

/** Something a client asks for, and how each contender is asked. */
export interface Item {
  name: string;
  about: string;
  bars: Partial<Record<Contender, Bar>>;
  /** Requests to rotate over: some hundreds or thousands, about different users and posts. */
  requests: Partial<Record<Plain, (cast: Cast) => Request[]>>;
  /** Whether it is also measured with compressed answers. */
  compressed?: true;
  /** Turns an answer's text into values that are the same for every contender. */
  values: (contender: Plain, text: string) => unknown;
  /** Leaves rows behind, to be removed. */
  writes?: true;
  /** The shortest rounds in which enough requests of this item are answered. */
  seconds?: number;
}

export const api = '/api/v1';
/** A GET over REST. */
export const get = (reader: Reader, path: string): Request => ({ reader, method: 'GET', path: api + path });
/** A POST of a GraphQL document. */
export const graphqlRequest = (reader: Reader, query: string, variables: Record<string, unknown>): Request => ({
  reader,
  method: 'POST',
  path: '/graphql',
  contentType: 'application/json',
  body: JSON.stringify({ query, variables }),
});

/** The parts of a user have the id of the user in the data of the benchmark, so that its documents do not ask for them. */
const withParts = (_key: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('firstName' in value) || !('databaseId' in value)) return value;
  const { databaseId } = value;
  return {
    ...value,
    databaseIdOfPreferences: databaseId,
    databaseIdOfProfile: databaseId,
    databaseIdOfStats: databaseId,
  };
};
/** The `data` of a GraphQL answer. */
export const dataOf = (text: string) => (JSON.parse(text, withParts) as { data: never }).data;
/** Items on a page of every list that is measured. */
export const pageSize = 20;

/** A page of the friends feed, for readers and the post to begin after. */
export function feed(
  name: string,
  about: string,
  pagesOf: (cast: Cast) => Array<{ reader: Reader; after?: number }>,
): Item {
  const rest = (cast: Cast) =>
    pagesOf(cast).map(({ reader, after }) =>
      get(reader, `/post/?type=friends&limit=${pageSize}${after === undefined ? '' : `&earlier_than=${after}`}`),
    );
  return {
    name,
    about,
    bars: { REST: { throughput: 0.75, cpu: 3 }, GraphQL: { throughput: 0.8, cpu: 4.5 } },
    ...(name === 'F' ? { compressed: true } : {}),
    requests: {
      floor: rest,
      REST: rest,
      GraphQL: (cast) =>
        pagesOf(cast).map(({ reader, after }) =>
          graphqlRequest(reader, documents.feed, {
            first: pageSize,
            after: after === undefined ? null : postCursor(after),
          }),
        ),
      'floor, JSON by SQL': (cast) => rest(cast).map((request) => ({ ...request, path: `/sql${request.path}` })),
    },
    values: (contender, text) => {
      if (contender !== 'GraphQL') {
        const { meta, objects } = JSON.parse(text) as { meta: Record<string, unknown>; objects: unknown[] };
        return { newer: meta['newer'] !== null, older: meta['older'] !== null, objects };
      }
      const { nodes, pageInfo } = dataOf(text)['feed'] as {
        nodes: Array<Parameters<typeof post.write>[0]>;
        pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
      };
      return { newer: pageInfo.hasPreviousPage, older: pageInfo.hasNextPage, objects: nodes.map(post.write) };
    },
  };
}

/** A single thing: by REST path and by GraphQL variables. */
export const spread = (cast: Cast, ids: readonly number[]) =>
  ids.map((id, n) => ({ id, reader: cast.everybody[n % cast.everybody.length] as Reader }));

/** A list of 20 with its envelope: what it counts and holds; GraphQL has no links. */
export function list(
  item: Pick<Item, 'name' | 'about' | 'bars'>,
  paths: (cast: Cast) => Array<{ reader: Reader; path: string; variables: Record<string, unknown> }>,
  document: string,
  connection: (data: Record<string, unknown>) => { totalCount: number; nodes: never[] },
  wire: (node: never) => unknown,
): Item {
  const rest = (cast: Cast) => paths(cast).map(({ reader, path }) => get(reader, path));
  return {
    ...item,
    requests: {
      floor: rest,
      REST: rest,
      GraphQL: (cast) =>
        paths(cast).map(({ reader, variables }) => graphqlRequest(reader, document, { ...variables, first: pageSize })),
    },
    values: (contender, text) => {
      if (contender !== 'GraphQL') {
        const { meta, objects } = JSON.parse(text) as { meta: { total_count: number }; objects: unknown[] };
        return { total: meta.total_count, objects };
      }
      const { totalCount, nodes } = connection(dataOf(text));
      return { total: totalCount, objects: nodes.map(wire) };
    },
  };
}

export const listBars = { REST: { throughput: 0.65, cpu: 3 }, GraphQL: { throughput: 0.7, cpu: 3 } };

type WireWorkout = Record<string, unknown> & { distance_in_meters: string };

/** An upload's answer without what each contender makes or measures for itself. */
const uploaded = (wire: unknown) => {
  const { title, post_body, run_date, run_type, duration_in_seconds, privacy, source, distance_in_meters, ...rest } =
    wire as WireWorkout;
  const about = Math.round(Number(distance_in_meters) / 100);
  return { title, post_body, run_date, run_type, duration_in_seconds, privacy, source, about, keys: Object.keys(rest) };
};

/** A workout that is sent; each request has a date of its own. */
export function upload(
  item: Pick<Item, 'name' | 'about'>,
  contentType: string,
  body: Dated,
  document: string,
  input: Dated,
): Item {
  const rest = (cast: Cast) =>
    cast.everybody.map((reader): Request => ({
      reader,
      method: 'POST',
      path: `${api}/workout/`,
      contentType,
      body,
    }));
  const field = document === documents.importGpx ? 'importGpx' : 'recordWorkout';
  return {
    ...item,
    bars: { REST: { throughput: 0.8, cpu: 1.8 } },
    requests: {
      floor: rest,
      REST: rest,
      GraphQL: (cast) => cast.everybody.map((reader) => ({ ...graphqlRequest(reader, document, {}), body: input })),
    },
    values: (contender, text) =>
      uploaded(
        contender === 'GraphQL' ? workout.write((dataOf(text)[field] as { workout: never }).workout) : JSON.parse(text),
      ),
    writes: true,
  };
}

/** A GraphQL request whose input is made for each date. */
export const variables = (document: string, input: (date: string) => Record<string, unknown>): Dated =>
  apart((date) => JSON.stringify({ query: document, variables: { input: input(date) } }));
