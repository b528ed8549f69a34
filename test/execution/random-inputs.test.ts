/**
 * Every root field is called over GraphQL with random valid and invalid arguments and with damaged bodies. Each request
 * is answered in time and without an internal error, and refused requests write nothing.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { as } from '../support/cast.ts';
import { placesReady } from '../support/places-ready.ts';
import { holds, patience } from '@runners/testing';
import { randomWorld } from '../support/random-world.ts';
import { testService } from '../support/service.ts';
import { digestOf } from '../support/whole-digest.ts';
import { damage } from '../rest-compat/mutated.ts';
import { inTime } from '../rest-compat/untouched.ts';
import { randomRequest } from './random-inputs.ts';

const service = await testService();
const { ids, people, ann, staff } = await randomWorld(service);
await placesReady(ann);
const stored = await digestOf(service);

const request = fc.record({
  asked: randomRequest(ids),
  person: fc.constantFrom(ann, staff, ...people),
  break_: damage,
});
const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };

test(
  'whatever is sent is answered, and what is refused has written nothing',
  async () => {
    await holds(
      fc.asyncProperty(request, async ({ asked: { name, query, variables }, person, break_ }) => {
        const before = await stored();
        const body = break_(Buffer.from(JSON.stringify({ query, variables })));
        const answer = await inTime(as(person).sendTo('POST', '/graphql', { headers, body }));
        expect([name, answer.status, answer.text]).toEqual([
          name,
          expect.any(Number),
          expect.not.stringMatching(/INTERNAL|node_modules/),
        ]);
        expect(answer.status).toBeLessThan(500);
        const { data, errors } = answer.json<{ data?: object | null; errors?: { extensions: { code: string } }[] }>();
        if (errors && Object.values(data ?? {}).every((value) => value === null)) expect(await stored()).toBe(before);
      }),
      200,
    );
    expect((await as(ann).get('/me/')).status).toBe(200);
  },
  patience,
);
