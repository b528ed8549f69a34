import { globalId } from '../../schema/global-id.ts';
import { postCursor } from '../../schema/feed/post-cursor.ts';
import { wirePost } from '../../rest-compat/wire/post.ts';
import { wireComment } from '../../rest-compat/wire/comment.ts';
import { wireConversation } from '../../rest-compat/wire/conversation.ts';
import { wireFoundUser, wireOwnCounts, wireUser } from '../../rest-compat/wire/user.ts';
import { wireWorkout } from '../../rest-compat/wire/workout.ts';
import type { Cast } from './cast.ts';
import { documents } from './documents.ts';
import { searchedNames } from './places.ts';
import type { Dated, Reader, Request } from './requests.ts';
import { recordings, uploadTitle } from './roles.ts';
import { apart, gpxFile, jsonBody, points } from './uploads.ts';

/** Who answers: the floor, the floor with the JSON made by PostgreSQL, the service over REST, over GraphQL. */
export type Contender = 'floor' | 'floor, JSON by SQL' | 'REST' | 'GraphQL';

/** What is asked of the service: at least this share of the floor's throughput at no more than this multiple of its CPU. */
export interface Bar {
  throughput: number;
  cpu: number;
}

/** Something a client asks for, and how each contender is asked. */
export interface Item {
  name: string;
  about: string;
  bars: Partial<Record<Contender, Bar>>;
  /** Requests to rotate over: some hundreds or thousands, about different users and posts. */
  requests: Partial<Record<Contender, (cast: Cast) => Request[]>>;
  /** Turns an answer's text into values that are the same for every contender. */
  values: (contender: Contender, text: string) => unknown;
  /** Leaves rows behind, to be removed. */
  writes?: true;
}

const api = '/api/v1';
const get = (reader: Reader, path: string): Request => ({ reader, method: 'GET', path: api + path });
const ask = (reader: Reader, query: string, variables: Record<string, unknown>): Request => ({
  reader,
  method: 'POST',
  path: '/graphql',
  contentType: 'application/json',
  body: JSON.stringify({ query, variables }),
});

const dataOf = (text: string) => (JSON.parse(text) as { data: never }).data;
const pageSize = 20;

/** A page of the friends feed, for readers and the post to begin after. */
function feed(name: string, about: string, asks: (cast: Cast) => Array<{ reader: Reader; after?: number }>): Item {
  const rest = (cast: Cast) =>
    asks(cast).map(({ reader, after }) =>
      get(reader, `/post/?type=friends&limit=${pageSize}${after === undefined ? '' : `&earlier_than=${after}`}`),
    );
  return {
    name,
    about,
    bars: { REST: { throughput: 0.75, cpu: 3 }, GraphQL: { throughput: 0.6, cpu: 4.5 } },
    requests: {
      floor: rest,
      REST: rest,
      GraphQL: (cast) =>
        asks(cast).map(({ reader, after }) =>
          ask(reader, documents.feed, { first: pageSize, after: after === undefined ? null : postCursor(after) }),
        ),
      'floor, JSON by SQL': (cast) => rest(cast).map((request) => ({ ...request, path: `/sql${request.path}` })),
    },
    values: (contender, text) => {
      if (contender !== 'GraphQL') {
        const { meta, objects } = JSON.parse(text) as { meta: Record<string, unknown>; objects: unknown[] };
        return { newer: meta['newer'] !== null, older: meta['older'] !== null, objects };
      }
      const { nodes, pageInfo } = dataOf(text)['feed'] as {
        nodes: Array<Parameters<typeof wirePost>[0]>;
        pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
      };
      return { newer: pageInfo.hasPreviousPage, older: pageInfo.hasNextPage, objects: nodes.map(wirePost) };
    },
  };
}

/** A single thing: by REST path and by GraphQL variables. */
const paired = (cast: Cast, ids: readonly number[]) =>
  ids.map((id, n) => ({ id, reader: cast.readers.typical[n % cast.readers.typical.length] as Reader }));

/** A list of 20 with its envelope: what it counts and holds; GraphQL has no links. */
function list(
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
        paths(cast).map(({ reader, variables }) => ask(reader, document, { ...variables, first: pageSize })),
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

const listBars = { REST: { throughput: 0.6, cpu: 3 }, GraphQL: { throughput: 0.65, cpu: 3 } };

type WireWorkout = Record<string, unknown> & { distance_in_meters: string };

/** An upload's answer without what each contender makes or measures for itself. */
const uploaded = (wire: unknown) => {
  const { title, post_body, run_date, run_type, duration_in_seconds, privacy, source, distance_in_meters, ...rest } =
    wire as WireWorkout;
  const about = Math.round(Number(distance_in_meters) / 100);
  return { title, post_body, run_date, run_type, duration_in_seconds, privacy, source, about, keys: Object.keys(rest) };
};

function upload(
  item: Pick<Item, 'name' | 'about'>,
  contentType: string,
  body: Dated,
  document: string,
  input: Dated,
): Item {
  const rest = (cast: Cast) =>
    cast.readers.typical.map((reader): Request => ({
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
      GraphQL: (cast) => cast.readers.typical.map((reader) => ({ ...ask(reader, document, {}), body: input })),
    },
    values: (contender, text) =>
      uploaded(
        contender === 'GraphQL' ? wireWorkout((dataOf(text)[field] as { workout: never }).workout) : JSON.parse(text),
      ),
    writes: true,
  };
}

const variables = (document: string, input: (date: string) => Record<string, unknown>): Dated =>
  apart((date) => JSON.stringify({ query: document, variables: { input: input(date) } }));

/** The search by name, for some names. */
export function searchItem(names: readonly string[]): Item {
  return list(
    { name: 'S', about: 'user search by name', bars: { REST: { throughput: 0.8, cpu: 1.5 } } },
    ({ readers }) =>
      names.map((q, n) => ({
        reader: readers.typical[n % readers.typical.length] as Reader,
        path: `/user/search/?q=${q.replace(' ', '+')}&limit=${pageSize}`,
        variables: { q },
      })),
    documents.search,
    ({ searchUsers }) => searchUsers as never,
    wireFoundUser,
  );
}

/** Everything that is measured. What clients ask for next is one more entry here. */
export const items: readonly Item[] = [
  feed('F', 'friends feed page, 20 friends', ({ readers }) => readers.typical.map((reader) => ({ reader }))),
  feed('F1000', 'friends feed page, 1,000 friends', ({ readers }) => readers.crowd.map((reader) => ({ reader }))),
  feed('Fdeep', 'friends feed page far back, 20 friends', ({ readers, lastPost, random }) =>
    readers.typical.map((reader) => ({ reader, after: Math.floor(lastPost * (0.1 + 0.4 * random())) })),
  ),
  feed('F1000deep', 'friends feed page far back, 1,000 friends', ({ readers, lastPost, random }) =>
    Array.from({ length: 1000 }, (_, n) => ({
      reader: readers.crowd[n % readers.crowd.length] as Reader,
      after: Math.floor(lastPost * (0.1 + 0.4 * random())),
    })),
  ),
  {
    name: 'P',
    about: 'one post',
    bars: { REST: { throughput: 0.45, cpu: 4 }, GraphQL: { throughput: 0.35, cpu: 5 } },
    requests: {
      floor: (cast) => paired(cast, cast.posts).map(({ reader, id }) => get(reader, `/post/${id}/`)),
      REST: (cast) => paired(cast, cast.posts).map(({ reader, id }) => get(reader, `/post/${id}/`)),
      GraphQL: (cast) =>
        paired(cast, cast.posts).map(({ reader, id }) => ask(reader, documents.post, { id: globalId('Post', id) })),
    },
    values: (contender, text) => (contender === 'GraphQL' ? wirePost(dataOf(text)['post']) : JSON.parse(text)),
  },
  {
    name: 'U',
    about: 'one user',
    bars: { REST: { throughput: 0.45, cpu: 4 }, GraphQL: { throughput: 0.35, cpu: 5 } },
    requests: {
      floor: (cast) => paired(cast, cast.users).map(({ reader, id }) => get(reader, `/user/${id}/`)),
      REST: (cast) => paired(cast, cast.users).map(({ reader, id }) => get(reader, `/user/${id}/`)),
      GraphQL: (cast) =>
        paired(cast, cast.users).map(({ reader, id }) => ask(reader, documents.user, { id: globalId('User', id) })),
    },
    values: (contender, text) => {
      if (contender !== 'GraphQL') return JSON.parse(text);
      const user = dataOf(text)['user'] as Parameters<typeof wireUser>[0] & Parameters<typeof wireOwnCounts>[0];
      return { ...wireUser(user), ...wireOwnCounts(user) };
    },
  },
  {
    name: 'L',
    about: "a user's 20 latest workouts",
    bars: listBars,
    requests: {
      floor: (cast) => paired(cast, cast.busy).map(({ reader, id }) => get(reader, `/workout/?user=${id}&limit=20`)),
      REST: (cast) => paired(cast, cast.busy).map(({ reader, id }) => get(reader, `/workout/?user=${id}&limit=20`)),
      GraphQL: (cast) =>
        paired(cast, cast.busy).map(({ reader, id }) =>
          ask(reader, documents.workouts, { userId: globalId('User', id), first: 20 }),
        ),
    },
    values: (contender, text) => {
      const list: unknown[] =
        contender === 'GraphQL'
          ? (dataOf(text)['workouts'] as { nodes: never[] }).nodes.map((node) => wireWorkout(node))
          : JSON.parse(text);
      return list;
    },
  },
  list(
    { name: 'C', about: '20 comments of a post', bars: listBars },
    (cast) =>
      paired(cast, cast.discussed).map(({ reader, id }) => ({
        reader,
        path: `/comment/?post_id=${id}&limit=${pageSize}`,
        variables: { postId: globalId('Post', id) },
      })),
    documents.comments,
    ({ comments }) => comments as never,
    wireComment,
  ),
  list(
    { name: 'I', about: 'inbox page', bars: listBars },
    ({ readers }) =>
      readers.typical.map((reader) => ({ reader, path: `/conversation/inbox/?limit=${pageSize}`, variables: {} })),
    documents.inbox,
    ({ conversations }) => conversations as never,
    wireConversation,
  ),
  searchItem(searchedNames),
  {
    name: 'M',
    about: 'message sent',
    bars: { REST: { throughput: 0.8, cpu: 1.8 } },
    requests: {
      floor: sent,
      REST: sent,
      GraphQL: (cast) =>
        cast.readers.typical.map((reader, n) =>
          ask(reader, documents.sendMessage, {
            input: { conversationId: globalId('Conversation', cast.conversations[n] ?? 0), message: uploadTitle },
          }),
        ),
    },
    // REST answers where the message is, without a body.
    values: (contender, text) =>
      contender === 'GraphQL' ? { failed: 'errors' in JSON.parse(text) } : { failed: text !== '' },
    writes: true,
  },
  upload(
    { name: 'W', about: 'workout with 1,000 points, JSON' },
    'application/json',
    jsonBody,
    documents.recordWorkout,
    variables(documents.recordWorkout, (runDate) => ({ title: uploadTitle, runDate, runType: 'ENDURANCE', points })),
  ),
  upload(
    { name: 'G', about: 'GPX upload of 1,000 points' },
    'application/X.service-GPX+xml',
    gpxFile,
    documents.importGpx,
    variables(documents.importGpx, (date) => ({ gpx: gpxFile.join(date) })),
  ),
  {
    name: 'X',
    about: `GPX export of ${recordings.workouts} workouts of 1,000 points`,
    bars: { REST: { throughput: 0.8, cpu: 1.5 } },
    requests: { floor: exported, REST: exported },
    values: (_contender, text) => text.replace(/<time>[^<]*<\/time><\/metadata>/, ''),
  },
];

function sent(cast: Cast): Request[] {
  return cast.readers.typical.map((reader, n) => ({
    reader,
    method: 'POST',
    path: `${api}/message/`,
    contentType: 'application/json',
    body: JSON.stringify({ conversation_id: cast.conversations[n], message: uploadTitle }),
  }));
}

function exported({ readers }: Cast): Request[] {
  return readers.recorder.map((reader) => ({
    ...get(reader, `/workout/?user=${reader.id}&limit=${recordings.workouts}`),
    accept: 'application/X.service-GPX+xml',
  }));
}
