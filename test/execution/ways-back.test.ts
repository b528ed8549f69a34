/** Whatever can be read by its id leads on to what it belongs to, so that no app stands in a dead end. */
import { beforeAll, expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent, promote, sponsor } from '../events/participation.ts';
import { as, cast, newPerson } from '../support/cast.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const { ann, bob } = await cast(service);
let event: number;
let participant: number;
/** The global id of Bob's promise to Ann. */
let promise: string;

beforeAll(async () => {
  const staff = await newPerson(service, 'Staff', 'Person');
  await promote(service, staff);
  event = await newEvent(staff, { startDate: '2024-01-01T00:00:00', endDate: '2099-01-02T00:00:00' });
  participant = await join(ann, event);
  promise = await sponsor(bob, ann, participant, 0.5, 'Bob and sons');
});

test.each(['Profile', 'Preferences', 'Stats'] as const)('%s has its user', async (type) => {
  const { data, errors } = await as(ann).graphql(
    `query ($id: ID!) { node(id: $id) { ... on ${type} { user { databaseId } } } }`,
    { id: globalId(type, ann.id) },
  );
  expect([errors, data]).toEqual([[], { node: { user: { databaseId: ann.id } } }]);
});

test('a promise has its participant, and the participant its event', async () => {
  for (const person of [ann, bob]) {
    const { data, errors } = await as(person).graphql(
      'query ($id: ID!) { node(id: $id) { ... on EventSponsor { participant { databaseId event { databaseId } } } } }',
      { id: promise },
    );
    const found = { databaseId: participant, event: { databaseId: event } };
    expect([errors, data]).toEqual([[], { node: { participant: found } }]);
  }
});

test('posts about an event have its participant and its event', async () => {
  const { data, errors } = await as(bob).graphql<{ feed: { nodes: { extra: unknown }[] } }>(
    `query ($id: ID) { feed(type: PROFILE, userId: $id) { nodes { extra { __typename
       ... on EventPostExtra { participant { databaseId user { databaseId } event { databaseId } } } } } } }`,
    { id: globalId('User', ann.id) },
  );
  const found = { databaseId: participant, user: { databaseId: ann.id }, event: { databaseId: event } };
  expect([errors, data?.feed.nodes.map(({ extra }) => extra)]).toEqual([
    [],
    [
      { __typename: 'EventParticipantGotSponsor', participant: found },
      { __typename: 'RegisteredForEvent', participant: found },
    ],
  ]);
});
