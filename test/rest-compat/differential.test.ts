/**
 * Every row that answers a GET returns the same data as its operation over GraphQL, in each format, for random data,
 * viewers and arguments. The expected answers are computed independently of the code (`expected-rows.ts`).
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { table } from '../../rest-compat/table.ts';
import { globalId } from '../../schema/global-id.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { placesReady } from '../support/places-ready.ts';
import { holds, patience } from '@runners/testing';
import { randomWorld } from '../support/random-world.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { expectedRows } from './expected-rows.ts';

const service = await testService();
// Signed URLs change every day, so the clock of the test stays within one day.
service.clock.set(new Date());
const { people, ids } = await randomWorld(service);
await placesReady(people.at(-1) as Person);

/** Ids that do not exist, in addition to existing ones. */
const idOf = (known: readonly number[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, fc.constantFrom(1, 9_999_999, 2 ** 53 - 1));
const idText = (known: readonly number[]) => idOf(known).map(String);
const often = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
const count = (...more: string[]) => often(fc.constantFrom('', '1', '2', '3', '1000', '5000', ...more));

/** Values of parameters, by name. Required parameters are always present. */
const parameters: Record<string, fc.Arbitrary<string | undefined>> = {
  limit: count('0', '20'),
  offset: count('0', '7', '99999999999'),
  full: often(fc.constantFrom('1', '0', '', 'true')),
  friends_with: often(idText(ids.User)),
  user: often(idText(ids.User)),
  user_id: often(idText(ids.User)),
  with_user_id: idText(ids.User),
  q: fc.constantFrom('a', 'an', 'Ann', 'bob', 'r', 'zz', 'Archer Ann', ''),
  order_by: often(fc.constantFrom('most_active', '')),
  status: often(fc.constantFrom('Pending', 'Accepted', '')),
  type: often(fc.constantFrom('friends', 'local', 'featured', 'profile', 'dashboard', '')),
  fallback: often(fc.constantFrom('0', '1', '')),
  earlier_than: often(idText(ids.Post)),
  later_than: often(fc.oneof(idText(ids.Post), fc.constant('0'))),
  post_id: idText(ids.Post),
  conversation: idText(ids.Conversation),
};
const hot = often(fc.constantFrom('hot', ''));

/** A request to any row: its label, its viewer, and its parameters. */
const request = fc.constantFrom(...Object.entries(expectedRows)).chain(([label, { takes, of }]) =>
  fc.record({
    label: fc.constant(label),
    person: fc.constantFrom(...people),
    id: idOf(of && of in ids ? ids[of as keyof typeof ids] : [1]),
    params: fc
      .tuple(
        fc.shuffledSubarray(takes, { minLength: takes.length }),
        fc.record(
          Object.fromEntries(
            takes.map((name) => [
              name,
              label.includes('participant') && name === 'status' ? hot : (parameters[name] ?? fc.constant(undefined)),
            ]),
          ),
        ),
      )
      .map(([names, values]) =>
        Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
      ),
  }),
);

/** The status of a row for a refusal of GraphQL. */
const statuses: Record<string, number> = { INVALID: 400, NOT_FOUND: 404, NOT_YOURS: 401 };
const types = { json: 'application/json', xml: 'application/xml', yaml: 'text/yaml' };

/** Returns the person with the id, if the viewer may see that person. */
async function seenBy(viewer: Person, id: number): Promise<Person | undefined> {
  const { data } = await as(viewer).graphql(`{ user(id: "${globalId('User', id)}") { id } }`);
  return data?.['user'] ? people.find((person) => person.id === id) : undefined;
}

test('every row that answers a GET is compared', () => {
  const labels = Object.keys(table).filter((label) => label.startsWith('GET '));
  expect(Object.keys(expectedRows).sort()).toEqual(labels.sort());
});

test(
  'each row answers what GraphQL answers, in each format',
  async () => {
    await holds(
      fc.asyncProperty(request, async ({ label, person, id, params }) => {
        const row = expectedRows[label] as (typeof expectedRows)[string];
        const asked = { viewer: person.id, id, params: params as Record<string, string> };
        const owner = row.ofOwner && (await seenBy(person, id));
        const { data, errors } = await as(owner || person).graphql(row.query(asked));
        const code = errors[0]?.extensions.code;
        // What a row belongs to is missing before a value is not valid.
        const isMissing = code === 'INVALID' && data?.['must'] === null;
        const expected = code === undefined ? row.reply(data, asked) : null;
        const query = Object.entries(asked.params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
        const path = `${row.path(asked)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
        for (const [format, type] of Object.entries(types)) {
          const answer = await as(person).get(path, { Accept: type });
          if (code !== undefined && !isMissing) expect([format, answer.status]).toEqual([format, statuses[code]]);
          else if (expected === null) expect([format, answer.status]).toEqual([format, 404]);
          else {
            expect([format, answer.status]).toEqual([format, 200]);
            expect([format, wireValue(answer)]).toEqual([format, expected]);
          }
        }
      }),
      120,
    );
  },
  patience,
);
