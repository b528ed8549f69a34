import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { as, newPerson, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import type { Running, Stage } from './stage.ts';

const [former, latter] = ['the former key of this run', 'the latter key of this run'];

/**
 * Replaces SECRET_KEY in two processes, in the steps of docs/operating.md#replacing-secret_key: at each step, each process
 * accepts what the other one has signed, and finds the answers that the other one has stored.
 */
export async function rotateKeys(stage: Stage): Promise<string> {
  const DATABASE_URL = await stage.newDatabase('keys');
  const start = (settings: Record<string, string>) => stage.start({ DATABASE_URL, ...settings });
  let [one, other] = await Promise.all([start({ SECRET_KEY: former }), start({ SECRET_KEY: former })]);
  const ann = await newPerson(one, 'Ann', 'Archer');
  const bob = await newPerson(one, 'Bob', 'Baker');
  let compared = 0;

  const at = (running: Running, person: Person) => as({ ...person, url: running.url });
  async function exportUrl(running: Running): Promise<string> {
    const { data } = await at(running, ann).graphql<{ exportMyData: { url: string } }>(
      'mutation { exportMyData { url } }',
    );
    const { pathname, search } = new URL(data?.exportMyData.url ?? '');
    return pathname + search;
  }
  const statusOf = async (running: Running, path: string) => (await nobody(running).sendTo('GET', path)).status;
  const send = (running: Running, key: string) =>
    at(running, ann).post('/conversation/', { recipients: [bob.id], message: 'Hello' }, { 'Idempotency-Key': key });

  /** Both processes accept links of both, and execute a request once that is sent to both at the same time, and again. */
  async function agree(): Promise<void> {
    for (const signing of [one, other]) {
      const path = await exportUrl(signing);
      for (const reading of [one, other]) assert.equal(await statusOf(reading, path), 200);
      const key = randomUUID();
      const first = await Promise.all([send(one, key), send(other, key)]);
      const again = [await send(one, key), await send(other, key)];
      const places = [...first, ...again].map(({ headers }) => headers['location']);
      assert.equal(new Set(places).size, 1, `one conversation: ${places.join(', ')}`);
      compared++;
    }
  }
  const restart = async (running: Running, settings: Record<string, string>) => {
    assert.equal(await running.stop(), 0);
    return start(settings);
  };

  await agree();
  const old = await exportUrl(one);
  const kept = randomUUID();
  const first = await send(one, kept);
  const prepared = { SECRET_KEY: former, SECRET_KEY_PREVIOUS: latter };
  const exchanged = { SECRET_KEY: latter, SECRET_KEY_PREVIOUS: former };
  for (const settings of [prepared, exchanged]) {
    one = await restart(one, settings);
    await agree();
    other = await restart(other, settings);
    await agree();
  }
  assert.equal(await statusOf(one, old), 200);
  assert.equal((await send(other, kept)).headers['location'], first.headers['location']);
  one = await restart(one, { SECRET_KEY: latter });
  other = await restart(other, { SECRET_KEY: latter });
  await agree();
  assert.equal(await statusOf(one, old), 404);
  assert.equal((await at(one, ann).get('/me/')).status, 200);
  await Promise.all([one.stop(), other.stop()]);
  return `${compared} links and repeated requests compared, in five states of two processes`;
}
