/**
 * Five people act on each other at random, one after the other and two at the same time. The friendships, blocks,
 * conversations, feeds, likes and comments are then equal to those of a small model in memory (`reference-model.ts`), over both
 * interfaces.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { holds, patience } from '@runners/testing';
import { testService } from '../support/service.ts';
import { actionOf, drawn, drawnPair } from './random-actions.ts';
import { seenBy, seenOverRest } from './visibility-oracle.ts';
import { ReferenceModel } from './reference-model.ts';

const service = await testService();
let groups = 0;

/** Creates five people without any relations. */
async function strangers(): Promise<Person[]> {
  groups += 1;
  const people = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dirk', 'Edda'])
    people.push(await newPerson(service, name, `Group ${groups}`));
  return people;
}

const seenByAll = (people: Person[]) => Promise.all(people.map((person) => seenBy(person, people)));
const viewOfAll = (truth: ReferenceModel, people: Person[]) => people.map((_, who) => truth.view(who, people.length));

/** The parts of the state that REST returns. */
function restOf(view: unknown): unknown {
  const { waiting, unread, ties, friends, inbox, archive } = view as Record<string, Record<string, unknown>[]>;
  const talk = ({ id, unread: count }: Record<string, unknown>) => ({ id, unread: Number(count) > 0 });
  return { waiting, unread, ties, friends, inbox: inbox?.map(talk), archive: archive?.map(talk) };
}

test(
  'one after the other',
  async () => {
    await holds(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 120, size: 'max' }), async (deeds) => {
        const people = await strangers();
        const truth = new ReferenceModel();
        for (const each of deeds) {
          const deed = actionOf(each, people, truth);
          if (!deed) continue;
          const outcome = await deed.run();
          expect([deed.what, outcome.done]).toEqual([deed.what, deed.apply(truth, outcome)]);
        }
        const expected = viewOfAll(truth, people);
        expect(await seenByAll(people)).toEqual(expected);
        for (const [who, person] of people.entries())
          expect(await seenOverRest(person, people)).toEqual(restOf(expected[who]));
      }),
      4,
    );
  },
  patience,
);

test(
  'two at once: as one after the other, in either order',
  async () => {
    await holds(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 1, maxLength: 25, size: 'max' }),
        fc.array(drawnPair, { minLength: 1, maxLength: 6, size: 'max' }),
        async (before, pairs) => {
          const people = await strangers();
          let truth = new ReferenceModel();
          for (const each of before) {
            const deed = actionOf(each, people, truth);
            if (deed) deed.apply(truth, await deed.run());
          }
          for (const each of pairs) {
            const deeds = each.map((one) => actionOf(one, people, truth)).filter((deed) => deed !== null);
            const outcomes = await Promise.all(deeds.map((deed) => deed.run()));
            const seen = await seenByAll(people);
            const orders = [deeds.map((_, i) => i), deeds.map((_, i) => i).reverse()].map((order) => {
              const after = truth.clone();
              const done = order.map((i) => deeds[i]?.apply(after, outcomes[i] as (typeof outcomes)[number]));
              const found = order.map((i) => outcomes[i]?.done);
              return {
                after,
                said: { what: deeds.map(({ what }) => what), done, views: viewOfAll(after, people) },
                found,
              };
            });
            const is = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
            const order = orders.find(({ said, found }) => is(said.done, found) && is(said.views, seen)) ?? orders[0];
            expect({ ...order?.said, done: order?.found, views: seen }).toEqual(order?.said);
            truth = order?.after ?? truth;
          }
        },
      ),
      4,
    );
  },
  patience,
);
