/** Null in inputs that change something: it empties a field or is refused by name, and what is left out stays. */
import { expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { join, newEvent, promote } from '../events/participation.ts';
import { as, cast } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { makeRoute, pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { schema } from '../support/whole-schema.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
const { ann, bob } = await cast(service);
await promote(service, ann);
const event = await newEvent(ann, {
  name: 'Event',
  eventLogo: 'https://example.com/logo.png',
  infoUrl: 'https://example.com/info',
  homeUrl: 'https://example.com/',
  startDate: '2024-01-01T00:00:00',
  endDate: '2099-01-01T00:00:00',
});
const participation = await join(ann, event, { description: 'Text', userGoalInMiles: 5 });
const { workout } = await record(ann, { points: pointsFrom(47, 8), post_body: 'Text' });
const route = await makeRoute(ann, workout, { name: 'Route' });
const { workout: plain } = await record(ann, { post_body: 'Text', title: 'Title' });
await as(ann).patch(`/profile/${ann.id}/`, {
  birth_date: '1990-01-01',
  gender: 'F',
  weight: 60,
  location_name: 'Zurich',
});

const changing: Record<string, [id: Mapping, shown: string]> = {
  editWorkout: [
    { id: globalId('Workout', plain) },
    'workout { title postBody runType privacy runDate durationInSeconds distanceInMeters }',
  ],
  editRoute: [{ id: globalId('Route', route) }, 'route { name privacy }'],
  editEvent: [
    { id: globalId('Event', event) },
    'event { name eventLogo homeUrl infoUrl startDate endDate amountPerMile }',
  ],
  updateParticipation: [
    { id: globalId('EventParticipant', participation) },
    'participant { description userGoalInMiles }',
  ],
  // About oneself: the id may be left out.
  updateUser: [{}, 'user { firstName lastName }'],
  updatePreferences: [
    {},
    'preferences { weeklyEmailReport monthlyEmailReport annuallyEmailReport distance elevation timezone }',
  ],
  updateProfile: [
    {},
    'profile { birthDate dateOfBirth gender weight weightUnit locationName locationLat locationLng }',
  ],
};

/** What null makes of the fields that may be empty. All others refuse it. */
const emptied: Mapping = {
  postBody: '',
  distanceInMeters: null,
  eventLogo: '',
  infoUrl: '',
  description: '',
  userGoalInMiles: null,
  birthDate: null,
  dateOfBirth: null,
  gender: null,
  weight: null,
  locationName: '',
  locationLat: null,
  locationLng: null,
};

/** The other name of a value that has two. */
const alsoNamed: Readonly<Record<string, string>> = { birthDate: 'dateOfBirth', dateOfBirth: 'birthDate' };

const inputOf = (mutation: string) => {
  const type = getNamedType(schema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
  if (!isInputObjectType(type)) throw new Error(`${mutation} has no input`);
  return type;
};
const run = async (mutation: string, input: Mapping) => {
  const shown = changing[mutation]?.[1] ?? '';
  const { data, errors } = await as(ann).graphql<Record<string, Record<string, Mapping>>>(
    `mutation ($input: ${inputOf(mutation).name}!) { ${mutation}(input: $input) { ${shown} } }`,
    { input: { ...changing[mutation]?.[0], ...input } },
  );
  return { errors, after: Object.values(data?.[mutation] ?? {})[0] };
};

test('every mutation that edits or updates is among these', () => {
  const named = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => /^(edit|update)/.test(name));
  // Of a post and a comment, all fields but the id change what must have a value.
  expect(Object.keys(changing)).toEqual(expect.arrayContaining(named.filter((name) => !/Post|Comment/.test(name))));
});

const fields = Object.keys(changing).flatMap((mutation) =>
  Object.keys(inputOf(mutation).getFields())
    .filter((name) => name !== 'id' && name !== 'validateOnly')
    .map((name) => [mutation, name] as const),
);

test.each(fields)('%s: null for %s empties it or is refused, and nothing else changes', async (mutation, name) => {
  const { after: before } = await run(mutation, {});
  const { errors, after } = await run(mutation, { [name]: null });
  if (name in emptied) {
    expect(errors).toEqual([]);
    // The parts of a place depend on each other.
    const same = alsoNamed[name] === undefined ? {} : { [alsoNamed[name]]: emptied[name] };
    if (!name.startsWith('location')) expect(after).toEqual({ ...before, ...same, [name]: emptied[name] });
  } else {
    const refusal = { code: 'INVALID', fields: { [name]: expect.stringContaining('cannot be empty') } };
    expect(errors).toMatchObject([{ extensions: refusal }]);
    expect((await run(mutation, {})).after).toEqual(before);
  }
});

test('over REST, null changes nothing where there must be a value', async () => {
  const before = (await as(ann).get(`/preferences/${ann.id}/`)).json();
  const nulls = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  expect((await as(ann).patch(`/preferences/${ann.id}/`, nulls)).status).toBe(202);
  expect((await as(ann).get(`/preferences/${ann.id}/`)).json()).toEqual(before);
  expect((await as(ann).patch(`/user/${ann.id}/`, { first_name: null, last_name: null })).status).toBe(202);
  expect((await as(ann).patch(`/profile/${ann.id}/`, { weight_unit: null })).status).toBe(202);
  expect((await as(ann).get('/me/')).json()).toMatchObject({ first_name: 'Ann' });
});

test('an id of somebody else is refused', async () => {
  const { errors } = await as(ann).graphql(
    'mutation ($id: ID!) { updateUser(input: { id: $id, firstName: "X" }) { __typename } }',
    { id: globalId('User', bob.id) },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_YOURS' } }]);
});
