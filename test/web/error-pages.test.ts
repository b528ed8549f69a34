/** Each code of errors has a page, to which errors of GraphQL and of REST lead. */
import { describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { documentationOf, errorCodes } from '../../src/errors.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { errorHelp } from '../../src/web/pages/error-help.ts';
import { executableSchema } from '../../schema/index.ts';
import { as, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await newPerson(service, 'Ann', 'Errs');
const codes = Object.keys(errorCodes) as ErrorCode[];
const get = (path: string, accept: string) => fetch(`${service.url}${path}`, { headers: { Accept: accept } });
const ask = (body: object) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the pages about codes', () => {
  test('exist for each code, with what it means, an example and what to do', async () => {
    for (const code of codes) {
      const page = await get(`/errors/${code}`, 'text/html');
      expect([code, page.status]).toEqual([code, 200]);
      expect(await page.text()).toMatch(new RegExp(`<h1>${code}</h1>[^]*For example[^]*What to do`));
      const json = (await (await get(`/errors/${code}`, 'application/json')).json()) as object;
      const text = expect.stringMatching(/./);
      expect(json).toEqual({ code, meaning: errorCodes[code], example: text, toDo: expect.stringMatching(/[.?]$/) });
    }
  });

  test('are listed on one page, and there is none for another word', async () => {
    const list = await (await get('/errors', 'text/html')).text();
    for (const code of codes) expect(list).toContain(`href="errors/${code}"`);
    for (const word of ['NOTHING', 'constructor', 'too_costly'])
      expect([word, (await get(`/errors/${word}`, 'text/html')).status]).toEqual([word, 404]);
  });

  test('have examples that are documents of this schema, or say in words what is sent', () => {
    const invalid: readonly string[] = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'];
    for (const [code, [example]] of Object.entries(errorHelp)) {
      const [document = ''] = /^(?:\{ |mutation |query |subscription ).*\}(?= |$)/.exec(example) ?? [];
      if (document === '' || example.includes('…') || invalid.includes(code)) continue;
      expect([code, validate(executableSchema(), parse(document)).map(({ message }) => message)]).toEqual([code, []]);
    }
  });

  test('name what the schema or an error has', () => {
    const types = Object.values(executableSchema().getTypeMap());
    const ofSchema = new Set(types.flatMap((type) => ('getFields' in type ? Object.keys(type.getFields()) : [])));
    const ofErrors =
      /^(?:extensions|cost|costBy|largestPage|deprecations|existing|fieldCodes|fields|locations|missingScopes|operationName|requestId|retryAfter|until|after)$/;
    for (const [code, [example, toDo, further = {}]] of Object.entries(errorHelp)) {
      const [, ofMutation = ''] = /^mutation \{ (\w+)/.exec(example) ?? [];
      const words = [...toDo.matchAll(/`([a-z]\w*)[^`]*`/g)].map(([, word = '']) => word);
      const unknown = [ofMutation, ...words].filter((word) => word && !ofSchema.has(word) && !ofErrors.test(word));
      expect([code, unknown]).toEqual([code, []]);
      // What an error alone has is in the error that is shown.
      const elsewhere = /^(?:extensions|deprecations|locations|operationName|after)$/;
      const ofError = words.filter((word) => ofErrors.test(word) && !ofSchema.has(word) && !elsewhere.test(word));
      expect([code, ofError.filter((word) => !Object.hasOwn(further, word))]).toEqual([code, []]);
    }
  });

  test('show what the service answers', async () => {
    const { errors } = await as(ann).graphql(errorHelp.TOO_COSTLY[0]);
    expect(errors[0]?.extensions).toMatchObject(errorHelp.TOO_COSTLY[2] ?? {});
    const page = await (await get('/errors/TOO_COSTLY', 'text/html')).text();
    expect(page).toMatch('&quot;path&quot;: &quot;feed.nodes.comments.nodes.user.friends&quot;');
  });
});

describe('an error leads to the page about its code', () => {
  test.each<[ErrorCode, object]>([
    ['UNAUTHENTICATED', { query: '{ me { id } }' }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ nothing }' }],
    ['GRAPHQL_PARSE_FAILED', { query: '{ me {' }],
    ['PERSISTED_QUERY_NOT_FOUND', { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }],
    ['BAD_REQUEST', { query: '{ liveCursor }', onError: 'SOMETIMES' }],
    ['INVALID', { query: 'mutation { signIn(input: { email: 5, password: "guess" }) { apiKey } }' }],
  ])('over GraphQL: %s', async (code, body) => {
    const { errors } = (await (await ask(body)).json()) as { errors: { extensions: object }[] };
    expect(errors[0]?.extensions).toMatchObject({ code, documentation: documentationOf(service.url, code) });
  });

  test('over GraphQL when a field of the document fails', async () => {
    const { errors } = await as(ann).graphql('mutation { toggleLike(input: { id: "UG9zdDo5OTk5OTk" }) { liked } }');
    expect(errors[0]?.extensions).toMatchObject({ documentation: `${service.url}/errors/NOT_FOUND` });
  });

  test.each([
    ['/workout/999999/', 404, 'NOT_FOUND', ''],
    ['/post/?type=bogus', 400, 'INVALID', 'type: '],
  ])('over REST as a link: %s', async (path, status, code, begin) => {
    const answer = await as(ann).get(path);
    expect([answer.status, answer.text.slice(0, begin.length)]).toEqual([status, begin]);
    expect(answer.headers['link']).toContain(`<${service.url}/errors/${code}>; rel="help"`);
  });

  test('over REST without a key as well, and an answer without a failure has none', async () => {
    const refused = await fetch(`${service.url}/api/v1/post/`);
    expect([refused.status, await refused.text()]).toEqual([401, '']);
    expect(refused.headers.get('link')).toContain('/errors/UNAUTHENTICATED>; rel="help"');
    expect((await as(ann).get('/post/')).headers['link'] ?? '').not.toContain('help');
  });
});
