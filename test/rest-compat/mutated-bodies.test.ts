/**
 * Every row that writes is called with random and damaged bodies in every format. Each request is answered in time and
 * without an internal error, and refused requests write nothing.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { table } from '../../rest-compat/table.ts';
import { as } from '../support/cast.ts';
import { placesReady } from '../support/places-ready.ts';
import { holds, patience } from '@runners/testing';
import { randomWorld } from '../support/random-world.ts';
import { testService } from '../support/service.ts';
import { digestOf } from '../support/whole-digest.ts';
import { mutated, mutatedFile } from './mutated.ts';
import { inTime } from './untouched.ts';
import { isFile, writeRows } from './write-rows.ts';

const service = await testService();
const { ids, people, ann } = await randomWorld(service);
await placesReady(ann);
const stored = await digestOf(service);

const one = (known: readonly number[]) => known[0] as number;
const any = fc.constantFrom(...Object.values(ids).flat(), 9_999_999);
const rows = writeRows({ ids, ann });

/** A request to any of these rows. */
const request = fc.constantFrom(...Object.entries(rows)).chain(([label, [path, of, body]]) =>
  fc.record({
    method: fc.constant(label.slice(0, label.indexOf(' '))),
    path: fc
      .oneof(
        { weight: 9, arbitrary: fc.constantFrom(...of, one([...of, 1])) },
        any,
        fc.constantFrom(0, '-1', '1e3', '9'.repeat(30)),
      )
      .map((id) => path.replace('#', String(id))),
    sent: isFile(body) ? mutatedFile(body.type, body.bytes) : mutated(body, any),
    person: fc.constantFrom(ann, ann, ...people),
  }),
);

test('every row that writes is tested', () => {
  expect(Object.keys(rows).sort()).toEqual(
    Object.keys(table)
      .filter((label) => !label.startsWith('GET '))
      .sort(),
  );
});

test(
  'whatever is sent is answered, and what is refused has written nothing',
  async () => {
    await holds(
      fc.asyncProperty(request, async ({ method, path, sent, person }) => {
        const before = await stored();
        const { status, text } = await inTime(as(person).send(method, path, sent));
        expect([status, text]).toEqual([expect.any(Number), expect.not.stringMatching(/node_modules|\bat .*\.js:\d/)]);
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(await stored()).toBe(before);
      }),
      150,
    );
    expect((await as(ann).get('/me/')).status).toBe(200);
  },
  patience,
);
