/** Documents whose check would take long are refused before it, on each transport, and what the check takes is paid. */
import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { limits } from '../../schema/execution/limits.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { costIn, dear, pointsIn } from '../support/spend-points.ts';
import { testService } from '../support/service.ts';
import { over, ways } from '../support/transports.ts';
import { cpuTime } from '@runners/testing';
import { dearDocuments, ordinaryDocuments } from './dear-documents.ts';

const service = await testService();
const limit = 60_000;
const counted = await testService({ RATE_LIMITS: 'on', RATE_POINTS: String(limit) });
const ann = await newPerson(service, 'Ann', 'Checked');

/** A valid document whose check takes about as long as is accepted. The number makes it another one. */
const longest = (n: number) => `{ __typename ${'__typename '.repeat(170)} } # ${n}`;
/** An invalid one with as many errors as are reported. */
const wrong = (n: number) => `{ ${Array.from({ length: 100 }, (_, at) => `nothing${n}${at}`).join(' ')} }`;

describe('a document that would take long to check', () => {
  test.each(dearDocuments)('%s: is refused before, with and without a key', async (_what, document) => {
    for (const person of [as(ann), nobody(service)]) {
      const { data, errors } = await person.graphql(document);
      expect(data).toBeNull();
      expect(errors).toHaveLength(1);
      expect(errors[0]?.message).toMatch(
        new RegExp(`^The document takes too long to check\\. At most ${limits.checkingSteps} steps|1000 are accepted`),
      );
    }
  });

  test.each(ways.filter((way) => !way.endsWith('GET')))('is refused by %s', async (way) => {
    for (const [, query] of dearDocuments) expect((await over(way, ann, { query })).code).toBe('TOO_MANY_FIELDS');
  });

  test('is refused as well as a mutation with an Idempotency-Key', async () => {
    const [, query = ''] = dearDocuments.find(([what]) => what === 'fragments that double') ?? [];
    const mutation = `mutation ${query.replaceAll('on Query', 'on Mutation').replace('me { id }', 'exportMyData { url }')}`;
    const answer = await as(ann).sendTo('POST', '/graphql', {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'doubled' },
      body: JSON.stringify({ query: mutation }),
    });
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY_FIELDS' } }] });
  });

  test('an ordinary document is accepted', async () => {
    const introspection = getIntrospectionQuery({ inputValueDeprecation: true });
    for (const [what, query] of [...ordinaryDocuments, ['introspection', introspection]] as const)
      for (const person of [as(ann), nobody(service)]) {
        const { errors } = await person.graphql(query);
        // Without a key there is no `me`, and of several operations none is named.
        const codes = errors.map(({ extensions }) => extensions.code);
        expect([what, codes.filter((code) => !/^(UNAUTHENTICATED|OPERATION_RESOLUTION_FAILURE)$/.test(code))]).toEqual([
          what,
          [],
        ]);
      }
  });
});

describe('what the check takes', () => {
  test('is paid when a document is checked, and not when it comes again', async () => {
    const bob = await newPerson(counted, 'Bob', 'Checked');
    const first = costIn(await as(bob).graphql(longest(1)));
    expect(first.actual).toBeGreaterThan(150);
    expect(costIn(await as(bob).graphql(longest(1))).actual).toBeLessThan(first.actual - 100);
    expect(costIn(await as(bob).graphql(wrong(1))).actual).toBeGreaterThan(80);
    expect(costIn(await as(bob).graphql(wrong(1))).actual).toBeLessThan(25);
  });

  test('is paid by an operation over a socket', async () => {
    const cho = await newPerson(counted, 'Cho', 'Checked');
    const left = async () => pointsIn(await as(cho).get('/me/')).remaining;
    const before = await left();
    await over('socket', cho, { query: longest(2) });
    expect(before - (await left())).toBeGreaterThan(150);
  });

  test('is paid even if the points do not suffice for the rest', async () => {
    const eve = await newPerson(counted, 'Eve', 'Checked');
    for (let time = 0; time < 2; time++) expect((await as(eve).graphql(dear)).errors).toEqual([]);
    let { remaining } = costIn(await as(eve).graphql('{ __typename }'));
    for (let n = 3; n < 6; n++) {
      const { errors, extensions } = await as(eve).graphql(`${dear.slice(0, -1)} ${longest(n).slice(1)}`);
      expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
      expect(costIn({ extensions }).remaining).toBeLessThan(remaining - 100);
      ({ remaining } = costIn({ extensions }));
    }
  });
});

describe('documents of one caller that take long to check', () => {
  const many = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join(' ');
  /** Each takes some milliseconds, and is refused for its many aliases. */
  const slow = (n: number, aliases: number) =>
    `mutation { ${many(aliases, (at) => `a${n}x${at}: exportMyData { url }`)} }`;
  const json = { 'Content-Type': 'application/json' };

  test.each<[way: string, send: (query: string, n: number) => Promise<Answer>, aliases: number]>([
    ['POST', (query) => as(ann).sendTo('POST', '/graphql', { headers: json, body: JSON.stringify({ query }) }), 300],
    [
      'POST with an Idempotency-Key',
      (query, n) => {
        const headers = { ...json, 'Idempotency-Key': `once-${n}` };
        return as(ann).sendTo('POST', '/graphql', { headers, body: JSON.stringify({ query }) });
      },
      299,
    ],
    ['GET', (query) => as(ann).sendTo('GET', `/graphql?query=${encodeURIComponent(query)}`), 100],
  ])('are checked one at a time, so another caller is answered between them: %s', async (_way, send, aliases) => {
    // The connections are there before, so that all documents are on their way at once.
    await Promise.all(Array.from({ length: 45 }, () => nobody(service).graphql('{ __typename }')));
    let answered = 0;
    const flood = Array.from({ length: 40 }, async (_, n) => {
      const { text } = await send(slow(n, aliases), n);
      answered += 1;
      return /[A-Z]+_[A-Z_]+/.exec(text)?.[0];
    });
    await nobody(service).graphql('{ __typename }');
    expect(answered).toBeLessThan(20);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['TOO_MANY_ALIASES']));
  });
});

test('an error that quotes very many quotation marks is shortened in time proportional to its length', async () => {
  const timeOf = async (marks: number) => {
    const query = `query ($x: Int = """a"\`${'\\`'.repeat(marks)}""") { __typename }`;
    const start = cpuTime();
    const { errors } = await nobody(service).graphql(query);
    expect(errors[0]?.message).toMatch(/^Int cannot represent non-integer value: .{1,1000}$/s);
    return cpuTime() - start;
  };
  await timeOf(10);
  expect(await timeOf(48_000)).toBeLessThan(1000);
});
