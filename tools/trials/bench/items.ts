import { globalId } from '../../../schema/global-id.ts';
import { conversation as conversationRecord } from '../../../rest-compat/records/conversations.ts';
import { comment as commentRecord, post as postRecord } from '../../../rest-compat/records/feed.ts';
import { foundUser, ownCounts, user as userRecord } from '../../../rest-compat/records/people.ts';
import { workout as workoutRecord } from '../../../rest-compat/records/workouts.ts';
import { counted } from '../../../src/domain/people/search.queries.ts';
import type { Cast } from './cast.ts';
import { documents } from './documents.ts';
import {
  api,
  graphqlRequest,
  dataOf,
  feed,
  get,
  list,
  listBars,
  pageSize,
  spread,
  upload,
  variables,
} from './item-kinds.ts';
import type { Item } from './item-kinds.ts';
import { searchedNames } from './places.ts';
import type { Reader, Request } from './requests.ts';
import { recordings, uploadTitle } from './roles.ts';
import { gpxFile, jsonBody, points } from './uploads.ts';

/** The search by name, for some names. */
export function searchItem(names: readonly string[]): Item {
  const item = list(
    { name: 'S', about: 'user search by name', bars: { REST: { throughput: 0.8, cpu: 1.6 } } },
    ({ readers }) =>
      names.map((q, n) => ({
        reader: readers.typical[n % readers.typical.length] as Reader,
        path: `/user/search/?q=${q.replace(' ', '+')}&limit=${pageSize}`,
        variables: { q },
      })),
    documents.search,
    ({ searchUsers }) => searchUsers as never,
    foundUser.write,
  );
  const values: Item['values'] = (contender, text) => {
    const found = item.values(contender, text) as { total: number };
    // The floor counts all.
    return { ...found, total: Math.min(found.total, counted) };
  };
  return { ...item, values };
}

/** The latest workouts of a user, so many of them. */
function workoutsItem(name: string, count: number): Item {
  return {
    name,
    about: `a user's ${count} latest workouts`,
    bars: { REST: { throughput: 0.7, cpu: 3 }, GraphQL: { throughput: 0.75, cpu: 3 } },
    requests: {
      floor: (cast) =>
        spread(cast, cast.busy).map(({ reader, id }) => get(reader, `/workout/?user=${id}&limit=${count}`)),
      REST: (cast) =>
        spread(cast, cast.busy).map(({ reader, id }) => get(reader, `/workout/?user=${id}&limit=${count}`)),
      GraphQL: (cast) =>
        spread(cast, cast.busy).map(({ reader, id }) =>
          graphqlRequest(reader, documents.workouts, { userId: globalId('User', id), first: count }),
        ),
    },
    values: (contender, text) => {
      const list: unknown[] =
        contender === 'GraphQL'
          ? (dataOf(text)['workouts'] as { nodes: never[] }).nodes.map((node) => workoutRecord.write(node))
          : JSON.parse(text);
      return list;
    },
  };
}

/** A user with the profile as the floor writes it. */
function wireWithProfile(user: Record<string, unknown>) {
  const { gender, weightUnit, locationName, approximateLocation } = user['profile'] as Record<string, string | null> & {
    approximateLocation: { latitude: number; longitude: number } | null;
  };
  return {
    id: user['databaseId'],
    first_name: user['firstName'],
    last_name: user['lastName'],
    date_joined: (user['dateJoined'] as string).replace('Z', ''),
    profile: {
      gender: gender?.charAt(0) ?? '',
      weight_unit: weightUnit?.toLowerCase(),
      location_name: locationName,
      place: approximateLocation && [approximateLocation.latitude, approximateLocation.longitude],
    },
  };
}

/** Everything that is measured. What clients ask for next is one more entry here. */
export const items: readonly Item[] = [
  feed('F', 'friends feed page, 20 friends on average', ({ everybody }) => everybody.map((reader) => ({ reader }))),
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
      floor: (cast) => spread(cast, cast.posts).map(({ reader, id }) => get(reader, `/post/${id}/`)),
      REST: (cast) => spread(cast, cast.posts).map(({ reader, id }) => get(reader, `/post/${id}/`)),
      GraphQL: (cast) =>
        spread(cast, cast.posts).map(({ reader, id }) =>
          graphqlRequest(reader, documents.post, { id: globalId('Post', id) }),
        ),
    },
    values: (contender, text) => (contender === 'GraphQL' ? postRecord.write(dataOf(text)['post']) : JSON.parse(text)),
  },
  {
    name: 'U',
    about: 'one user',
    bars: { REST: { throughput: 0.45, cpu: 4 }, GraphQL: { throughput: 0.35, cpu: 5 } },
    requests: {
      floor: (cast) => spread(cast, cast.users).map(({ reader, id }) => get(reader, `/user/${id}/`)),
      REST: (cast) => spread(cast, cast.users).map(({ reader, id }) => get(reader, `/user/${id}/`)),
      GraphQL: (cast) =>
        spread(cast, cast.users).map(({ reader, id }) =>
          graphqlRequest(reader, documents.user, { id: globalId('User', id) }),
        ),
    },
    values: (contender, text) => {
      if (contender !== 'GraphQL') return JSON.parse(text);
      const user = dataOf(text)['user'] as Parameters<typeof userRecord.write>[0] &
        Parameters<typeof ownCounts.write>[0];
      return { ...userRecord.write(user), ...ownCounts.write(user) };
    },
  },
  {
    name: 'Uprofile',
    about: 'one user with the profile',
    bars: { GraphQL: { throughput: 0.65, cpu: 5 } },
    requests: {
      floor: (cast) =>
        spread(cast, cast.users).map(({ reader, id }) => ({ reader, method: 'GET', path: `/with-profile/${id}` })),
      GraphQL: (cast) =>
        spread(cast, cast.users).map(({ reader, id }) =>
          graphqlRequest(reader, documents.userWithProfile, { id: globalId('User', id) }),
        ),
    },
    values: (contender, text) => (contender === 'GraphQL' ? wireWithProfile(dataOf(text)['user']) : JSON.parse(text)),
  },
  workoutsItem('L', 20),
  workoutsItem('L5', 5),
  list(
    { name: 'C', about: '20 comments of a post', bars: listBars },
    (cast) =>
      spread(cast, cast.discussed).map(({ reader, id }) => ({
        reader,
        path: `/comment/?post_id=${id}&limit=${pageSize}`,
        variables: { postId: globalId('Post', id) },
      })),
    documents.comments,
    ({ comments }) => comments as never,
    commentRecord.write,
  ),
  list(
    { name: 'I', about: 'inbox page', bars: listBars },
    ({ readers }) =>
      readers.typical.map((reader) => ({ reader, path: `/conversation/inbox/?limit=${pageSize}`, variables: {} })),
    documents.inbox,
    ({ conversations }) => conversations as never,
    conversationRecord.write,
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
          graphqlRequest(reader, documents.sendMessage, {
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
    seconds: 6,
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
