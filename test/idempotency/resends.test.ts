/**
 * Requests with an Idempotency-Key can be repeated simultaneously and after an interrupted connection, within limits.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { start } from '../conversations/conversation-calls.ts';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
const { post } = await record(ann);
const conversation = await start(ann, [bob]);
const countOf = async (text: string) =>
  Number((await service.sql('select count(*)::int as n from message where message = ?', [text]))[0]?.['n']);
const send = (key: string, message: string) =>
  as(ann).post('/message/', { conversation_id: conversation, message }, { 'Idempotency-Key': key });

describe('repeated requests', () => {
  test('are executed once if twenty are sent simultaneously, and all receive the same answer', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, 'Twenty')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(19);
    expect(await countOf('Twenty')).toBe(1);
  });

  test('are executed once if twenty mutations are sent simultaneously over GraphQL', async () => {
    const body = JSON.stringify({
      query: 'mutation ($id: ID!) { addComment(input: { postId: $id, comment: "Mutation" }) { comment { id } } }',
      variables: { id: globalId('Post', post) },
    });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => as(bob).sendTo('POST', '/graphql', { headers, body })),
    );
    // The extensions contain the cost of each request.
    expect(new Set(all.map((answer) => JSON.stringify(answer.json()['data']))).size).toBe(1);
    const rows = await service.sql("select 1 as one from comment where comment = 'Mutation'");
    expect(rows).toHaveLength(1);
  });

  test('after an interruption at any moment have no second effect', async () => {
    for (let delay = 0; delay < 12; delay++) {
      const [key, text] = [randomUUID(), `Cut ${delay}`];
      const body = JSON.stringify({ conversation_id: conversation, message: text });
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(
        `POST /api/v1/message/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.authorization}\r\nContent-Type: application/json\r\n` +
          `Idempotency-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await sleep(delay);
      socket.destroy();
      expect((await send(key, text)).status).toBe(201);
      expect([text, await countOf(text)]).toEqual([text, 1]);
    }
  });

  test('that fail store neither a change nor an answer', async () => {
    const key = randomUUID();
    await service.sql(
      `create function test_full() returns trigger language plpgsql as
       $$ begin raise exception 'full' using errcode = 'disk_full'; end $$`,
    );
    await service.sql(
      'create trigger test_full before insert on kept_answer for each row execute function test_full()',
    );
    try {
      expect((await send(key, 'Undone')).status).toBe(507);
    } finally {
      await service.sql('drop function test_full cascade');
    }
    expect(await countOf('Undone')).toBe(0);
    expect((await send(key, 'Undone')).status).toBe(201);
    expect(await countOf('Undone')).toBe(1);
  });
});

describe('limits', () => {
  test('the number of stored answers of a user is limited, and further requests are refused before they are executed', async () => {
    await service.sql(
      `insert into kept_answer (id, user_id, content, created_date)
       select 'filler ' || n, ?, ''::bytea, now() from generate_series(1, 6000) n`,
      [bob.id],
    );
    const refused = await as(bob).post(
      '/message/',
      { conversation_id: conversation, message: 'Too many' },
      { 'Idempotency-Key': randomUUID() },
    );
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await countOf('Too many')).toBe(0);
    await service.sql('delete from kept_answer where user_id = ?', [bob.id]);
  });

  test('an answer that is too large is not stored, but its request is not executed again', async () => {
    const many = Array.from(
      { length: 25 },
      (_, i) => `c${i}: addComment(input: { postId: $id, comment: $text }) { comment { comment } }`,
    );
    const body = JSON.stringify({
      query: `mutation ($id: ID!, $text: String!) { ${many.join(' ')} }`,
      variables: { id: globalId('Post', post), text: `Large ${'x'.repeat(9000)}` },
    });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const once = () => as(ann).sendTo('POST', '/graphql', { headers, body });
    expect((await once()).status).toBe(200);
    const again = await once();
    expect([again.status, again.json()]).toMatchObject([
      409,
      { errors: [{ extensions: { code: 'IDEMPOTENCY_ANSWER_TOO_LARGE' } }] },
    ]);
    expect(await service.sql("select 1 as one from comment where comment like 'Large %'")).toHaveLength(25);
  });
});
