/** An outage of the database is nobody's fault: no budget of a caller pays for it. */
import { expect, test } from '@jest/globals';
import { Failure } from '../../src/errors.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService({ RATE_LIMITS: 'on' });
const { database } = service.processContext;

/** Runs something while statements with these names find no database. */
async function without<Result>(names: RegExp, run: () => Promise<Result>): Promise<Result> {
  const { one, all } = database;
  const absent = () => Promise.reject(new Failure('UNAVAILABLE', undefined, { retryAfter: 5 }));
  database.one = (statement, ...given) => (names.test(statement.name) ? absent() : one(statement, ...given));
  database.all = (statement, ...given) => (names.test(statement.name) ? absent() : all(statement, ...given));
  try {
    return await run();
  } finally {
    Object.assign(database, { one, all });
  }
}

test('keys that cannot be looked up are not counted as wrong ones', async () => {
  const ann = await newPerson(service, 'Ann', 'Offline');
  const statuses = await without(/^viewers_by_keys$/, async () => {
    const found = new Set<number>();
    for (let again = 0; again < 120; again++) {
      service.processContext.forgetKeys();
      found.add((await as(ann).get('/me/')).status);
    }
    return [...found];
  });
  expect(statuses).toEqual([503]);
  expect((await as(ann).get('/me/')).status).toBe(200);
});

test('mails that could not be asked for are not counted', async () => {
  const bob = await newPerson(service, 'Bob', 'Offline');
  const ask = async () => (await nobody(service).post('/account/forgot_password', { email: bob.email })).status;
  const statuses = await without(/./, async () => [await ask(), await ask(), await ask(), await ask(), await ask()]);
  expect(statuses).toEqual([503, 503, 503, 503, 503]);
  expect(await ask()).toBe(200);
});
