/**
 * Failures over GraphQL name all that is wrong with the form of an input, and then what its operation finds. They leave the results of other
 * fields, and have a code of their own for limits of documents, ids and keys.
 */
import { describe, expect, test } from '@jest/globals';
import type { Mapping } from '../support/client.ts';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import { globalId } from '../../schema/global-id.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const eve = await newPerson(service, 'Eve', 'Everly');
const recording = 'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id } } }';
const registering = 'mutation ($input: RegisterInput!) { register(input: $input) { apiKey } }';
const unknown = globalId('User', 99_999);

/** The codes of the fields that the first error names. */
async function codes(query: string, variables: Mapping = {}, who = as(ann)): Promise<unknown> {
  const { errors } = await who.graphql(query, variables);
  const { code, fields, fieldCodes }: Mapping = errors[0]?.extensions ?? {};
  expect(Object.keys(fields ?? {})).toEqual(Object.keys((fieldCodes as object | undefined) ?? {}));
  for (const sentence of Object.values(fields ?? {}))
    expect(sentence).toMatch(/^(metadata\/time )?(is|must|has|cannot) /);
  return [errors.length, code, fieldCodes];
}

describe('an error lists every invalid field of an input, types before values', () => {
  const workout = { title: 'Run', runDate: '2024-01-01T00:00:00Z', runType: 'RACE', durationInSeconds: 60 };
  const cases: [what: string, query: string, variables: Mapping, fieldCodes: Mapping][] = [
    [
      'by the operation',
      registering,
      { input: { email: 'not', password: 'x', firstName: '', lastName: '' } },
      { firstName: 'REQUIRED', lastName: 'REQUIRED', email: 'MALFORMED', password: 'TOO_SHORT' },
    ],
    [
      'by types, before the operation',
      registering,
      { input: { email: 'not', password: 5, firstName: ' ', nickname: 'x' } },
      {
        lastName: 'REQUIRED',
        password: 'WRONG_TYPE',
        nickname: 'UNKNOWN_FIELD',
      },
    ],
    [
      'in values of the document',
      'mutation { register(input: { email: "not", password: "x", firstName: 5, lastName: "" }) { apiKey } }',
      {},
      { firstName: 'WRONG_TYPE' },
    ],
    [
      'by the operation, of a workout',
      recording,
      {
        input: { ...workout, title: '', durationInSeconds: -3, distanceInMeters: -1, runDate: '2999-01-01T00:00:00Z' },
      },
      {
        title: 'REQUIRED',
        runDate: 'OUT_OF_RANGE',
        durationInSeconds: 'OUT_OF_RANGE',
        distanceInMeters: 'OUT_OF_RANGE',
      },
    ],
    [
      'with scalars, enums and points',
      recording,
      { input: { title: '', runDate: 'yesterday', runType: 'RUN', points: [{ lat: 100, lng: 'x' }, 5, { lat: 1 }] } },
      {
        runDate: 'MALFORMED',
        runType: 'UNKNOWN_VALUE',
        'points.0.lat': 'OUT_OF_RANGE',
        'points.0.lng': 'WRONG_TYPE',
        'points.1': 'WRONG_TYPE',
        'points.2.lng': 'REQUIRED',
      },
    ],
    [
      'in several variables',
      'mutation ($t: String!, $d: DateTime!) { recordWorkout(input: { title: $t, runDate: $d, runType: RACE, durationInSeconds: -5 }) { workout { id } } }',
      { t: '', d: 'x' },
      { runDate: 'MALFORMED' },
    ],
    [
      'without a duration and points',
      recording,
      { input: { ...workout, title: '', durationInSeconds: null } },
      { title: 'REQUIRED', durationInSeconds: 'REQUIRED' },
    ],
    [
      'of changes of a post',
      'mutation ($input: EditPostInput!) { editPost(input: $input) { post { id } } }',
      { input: { id: globalId('Post', 99_999), body: 'x'.repeat(10_001), privacy: null } },
      { body: 'TOO_LONG', privacy: 'REQUIRED' },
    ],
    [
      'of changes of a comment',
      'mutation ($input: EditCommentInput!) { editComment(input: $input) { comment { id } } }',
      { input: { id: globalId('Comment', 99_999), comment: ' ' } },
      { comment: 'REQUIRED' },
    ],
    [
      'of arguments of fields',
      'query ($n: Int) { workouts(first: $n) { nodes { id } } }',
      { n: 'x' },
      { first: 'WRONG_TYPE' },
    ],
    [
      'of arguments without a value',
      'query ($n: Int) { workouts(offset: $n) { nodes { id } } }',
      { n: null },
      { offset: 'REQUIRED' },
    ],
  ];
  test.each(cases)('%s', async (_what, query, variables, fieldCodes) => {
    const who = query.includes('egister') ? nobody(service) : as(ann);
    // New, costed, and compiled documents are refused in different places.
    for (let again = 0; again < 3; again++)
      expect([again, await codes(query, variables, who)]).toEqual([again, [1, 'INVALID', fieldCodes]]);
  });

  test('of a file, which is one field of the input', async () => {
    const importing = 'mutation ($input: ImportGpxInput!) { importGpx(input: $input) { workout { id } } }';
    const at = (text: string) => `<time>${text}</time>`;
    const points = [1, 2].map((n) => `<trkpt lat="${n}" lon="2">${at(`2024-01-0${n}T00:00:00Z`)}</trkpt>`).join('');
    const file = `<gpx version="1.1"><metadata>${at('x')}</metadata><trk><trkseg>${points}</trkseg></trk></gpx>`;
    expect(await codes(importing, { input: { gpx: file } })).toEqual([1, 'INVALID', { gpx: 'MALFORMED' }]);
    expect(await codes(importing, { input: { gpx: 5 } })).toEqual([1, 'INVALID', { gpx: 'WRONG_TYPE' }]);
    const { errors } = await as(ann).graphql(importing, { input: { gpx: 'nonsense' } });
    expect(errors).toMatchObject([{ extensions: { code: 'MALFORMED', fieldCodes: { gpx: 'MALFORMED' } } }]);
  });

  test('of a large request', async () => {
    const points = Array.from({ length: 10_000 }, (_, at) => ({
      lat: at === 9999 ? 91 : 47,
      lng: 8,
      note: 'x'.repeat(20),
    }));
    expect(await codes(recording, { input: { ...workout, points } })).toEqual([
      1,
      'INVALID',
      { 'points.9999.lat': 'OUT_OF_RANGE' },
    ]);
  });

  test('at most twenty of them', async () => {
    const input = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 1]));
    const [, , found] = (await codes(recording, { input })) as [number, string, object];
    expect(Object.keys(found)).toHaveLength(20);
  });

  test('with the sentences of REST, which names what it named before', async () => {
    const answer = await as(ann).post('/workout/', {
      title: 'Run',
      run_date: '2024-01-01T00:00:00Z',
      run_type: 'race',
      duration_in_seconds: -3,
      distance_in_meters: -1,
    });
    expect([answer.status, answer.text]).toEqual([
      400,
      'run_type: must be one of Endurance, Tempo, Slow, Interval, Group, Elevation, Race, Indoor, Beach',
    ]);
  });
});

describe('a field that fails', () => {
  test('leaves the results of other mutations', async () => {
    const { data, errors } = await as(bob).graphql(
      `mutation ($input: RecordWorkoutInput!, $gone: ID!) {
        before: recordWorkout(input: $input) { workout { title } }
        gone: likePost(input: { id: $gone }) { post { id } }
        after: requestPasswordReset(input: { email: "nobody@example.org" }) { done }
      }`,
      {
        input: { title: 'Kept', runDate: '2024-02-01T00:00:00Z', runType: 'RACE', durationInSeconds: 60 },
        gone: globalId('Post', 99_999),
      },
    );
    expect(data).toEqual({ before: { workout: { title: 'Kept' } }, gone: null, after: null });
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['gone'], 'NOT_FOUND'],
      [['after'], 'EMAIL_UNKNOWN'],
    ]);
  });

  test('leaves the results of other queries', async () => {
    const { data, errors } = await as(ann).graphql('{ me { firstName } feed(first: -1) { nodes { id } } }');
    expect(data).toEqual({ me: { firstName: 'Ann' }, feed: null });
    expect(errors).toMatchObject([{ path: ['feed'], extensions: { fieldCodes: { first: 'OUT_OF_RANGE' } } }]);
  });
});

describe('an id that cannot be read, or of something that is not there', () => {
  const fields = ['workouts', 'friendships', 'routes', 'eventParticipants', 'feed'];
  test.each(fields.flatMap((field) => ['garbage', unknown, globalId('Post', 1)].map((id) => [field, id] as const)))(
    'is null in %s(userId: "%s")',
    async (field, id) => {
      const { data, errors } = await as(ann).graphql(`{ ${field}(userId: "${id}") { pageInfo { hasNextPage } } }`);
      expect([data, errors]).toEqual([{ [field]: null }, []]);
    },
  );

  test('is told apart from somebody without anything', async () => {
    for (const field of fields) {
      const query = `query ($id: ID!) { ${field}(userId: $id${field === 'feed' ? ', type: PROFILE' : ''}) { nodes { id } } }`;
      const { data } = await as(ann).graphql(query, { id: globalId('User', eve.id) });
      expect(data).toEqual({ [field]: { nodes: [] } });
    }
  });

  test('is null in users and searchMessages, and NOT_FOUND in mutations', async () => {
    expect(await as(ann).graphql(`{ users(friendsWith: "${unknown}") { nodes { id } } }`)).toMatchObject({
      data: { users: null },
      errors: [],
    });
    const conversation = globalId('Conversation', 99_999);
    const searched = `{ searchMessages(query: "x", conversationId: "${conversation}") { nodes { id } } }`;
    expect(await as(ann).graphql(searched)).toMatchObject({ data: { searchMessages: null }, errors: [] });
    const like = (id: string) => codes(`mutation { likePost(input: { id: "${id}" }) { post { id } } }`);
    expect(await like('garbage')).toEqual([1, 'NOT_FOUND', { id: 'WRONG_ID' }]);
    expect(await like(globalId('Post', 99_999))).toEqual([1, 'NOT_FOUND', undefined]);
    const comment = 'mutation { addComment(input: { postId: "garbage", comment: " " }) { comment { id } } }';
    expect(await codes(comment)).toEqual([1, 'NOT_FOUND', { postId: 'WRONG_ID' }]);
  });

  test('is UNAUTHENTICATED without a key', async () => {
    for (const query of ['{ post(id: "x") { id } }', 'mutation { likePost(input: { id: "x" }) { post { id } } }'])
      expect(await codes(query, {}, nobody(service))).toEqual([1, 'UNAUTHENTICATED', undefined]);
  });
});

test('REST names no more than before, and lists of unknown users stay empty', async () => {
  const { post } = await record(ann, { title: 'A' });
  const answers = [
    await as(ann).post('/comment/', { post_id: post, comment: '' }),
    await as(ann).get('/event-participant/?user_id=99999'),
    await as(ann).send('GET', '/me/', { headers: { Authorization: 'Bearer nonsense' } }),
  ];
  expect(answers.map(({ status, text }) => [status, text.slice(0, 40)])).toEqual([
    [400, 'comment: must not be empty'],
    [200, expect.stringContaining('{')],
    [401, ''],
  ]);
});

describe('documents beyond a limit have a code of their own', () => {
  const deep = `{ me { ${'friends { nodes { '.repeat(8)} id ${'} } '.repeat(8)} } }`;
  test.each([
    ['TOO_DEEP', deep],
    ['TOO_MANY_TOKENS', `{ ${'__typename '.repeat(4000)} }`],
    ['TOO_MANY_ALIASES', `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: liveCursor`).join(' ')} }`],
    ['TOO_MANY_DIRECTIVES', `{ liveCursor ${'@include(if: true) '.repeat(51)} }`],
    ['DOCUMENT_TOO_LONG', `{ liveCursor } # ${'x'.repeat(100_000)}`],
    ['TOO_MANY_FIELDS', `{ ${'__typename '.repeat(900)} }`],
  ])('%s', async (code, query) => {
    for (let again = 0; again < 2; again++) {
      const { errors, data } = await as(ann).graphql(query);
      expect(data).toBeNull();
      expect(errors.map(({ extensions }) => extensions.code)).toContain(code);
      expect(errors[0]?.message).toMatch(/^The document /);
      expect(JSON.stringify(errors)).not.toMatch(/Syntax Error|"http"/);
    }
  });
});

test('errors repeat at most 200 characters of what was sent', async () => {
  const long = 'y'.repeat(5000);
  const answers = [
    await as(ann).graphql(`{ ${long} }`),
    await as(ann).graphql(`{ liveCursor @${long} }`),
    await as(ann).graphql(`query A { liveCursor } query B { liveCursor } # ${long}`),
    await as(ann).graphql('query ($s: String!) { searchUsers(q: $s) { nodes { id } } }', { s: { [long]: long } }),
    await as(ann).graphql(recording, { input: { [long]: 1, title: [long], runType: long, runDate: long } }),
    await as(ann).graphql(
      `mutation { recordWorkout(input: { title: { a: "${long}" }, runType: ${long} }) { workout { id } } }`,
    ),
  ];
  for (const { errors } of answers) {
    expect(errors.length).toBeGreaterThan(0);
    for (const { message, extensions } of errors)
      for (const text of [message, ...Object.entries(extensions['fields'] ?? {}).flat()])
        expect(/y+/.exec(String(text))?.[0].length ?? 0).toBeLessThanOrEqual(200);
  }
});
