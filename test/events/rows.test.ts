/**
 * Events and participants can be read over REST.
 * Rows: `GET /event-instance/{event_id}`, `GET /event-participant/`, `GET /event-participant/?user_id={user_id}`,
 * `GET /event-participant/?user_id={user_id}&status=hot`, `GET /event-participant/[participant_id]/`.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson, nobody } from '../support/cast.ts';
import type { Cast, Person } from '../support/cast.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { countStatements } from '../support/statements.ts';
import { record } from '../support/workouts.ts';
import { join, leave, newEvent, participant, participants, promote, sponsor } from './participation.ts';

const service = await testService();
const formats = ['json', 'xml', 'yaml'] as const;
let people: Cast;
let may: number;
let fun: number;
let anns: number;
let bobs: number;

beforeAll(async () => {
  service.clock.set('2024-05-15T12:00:00Z');
  people = await cast(service);
  await promote(service, people.dan);
  may = await newEvent(people.dan);
  fun = await newEvent(people.dan, { name: 'Fun', startDate: '2024-07-01', endDate: '2024-07-01', eventLogo: '' });
  anns = await join(people.ann, may, { description: 'For <clean> water', userGoalInMiles: 100 });
  bobs = await join(people.bob, may);
  service.clock.set('2024-06-02T12:00:00Z');
  await record(people.ann, { run_date: '2024-05-02T07:00:00Z', distance_in_meters: 16093.44, privacy: 'private' });
  await record(people.ann, { run_date: '2024-05-31T23:59:59Z', distance_in_meters: 1609.344 });
  await record(people.ann, { run_date: '2024-06-01T00:00:00Z', distance_in_meters: 1609.344 });
  await record(people.ann, { run_date: '2024-04-30T23:59:59Z', distance_in_meters: 1609.344 });
  service.clock.set('2024-05-15T12:00:00Z');
  await sponsor(people.cho, people.ann, anns, 0.5, 'Chang & Sons');
});

/** How Ann's participation looks to others. */
const ofAnn = () => ({
  id: anns,
  resource_uri: `/api/v1/event-participant/${anns}/`,
  description: 'For <clean> water',
  participant_url: `${service.url}/participants/${anns}`,
  total_miles_logged: 11,
  active: true,
  amount_per_mile: 0.75,
  user_goal_in_miles: 100,
  'event-instance': {
    id: may,
    resource_uri: `/api/v1/event-instance/${may}/`,
    name: 'Run for Water',
    home_url: 'https://water.example/',
    info_url: 'https://water.example/info',
    start_date: '2024-05-01T00:00:00.000000',
    end_date: '2024-05-31T00:00:00.000000',
  },
  user: {
    id: people.ann.id,
    resource_uri: `/api/v1/user/${people.ann.id}/`,
    first_name: 'Ann',
    last_name: 'Archer',
    email: '',
    date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
    preferences: `/api/v1/preferences/${people.ann.id}/`,
    profile: `/api/v1/profile/${people.ann.id}/`,
    stats: `/api/v1/stats/${people.ann.id}/`,
    profile_image_225_url: '',
    profile_image_48_url: '',
  },
});

describe('GET /event-instance/{event_id}', () => {
  test('returns the event in each format, with and without a slash', async () => {
    const expected = {
      id: may,
      resource_uri: `/api/v1/event-instance/${may}/`,
      name: 'Run for Water',
      event_logo: 'https://water.example/logo.png',
      home_url: 'https://water.example/',
      info_url: 'https://water.example/info',
      start_date: '2024-05-01T00:00:00.000000',
      end_date: '2024-05-31T00:00:00.000000',
    };
    for (const format of formats)
      for (const path of [`/event-instance/${may}`, `/event-instance/${may}/`])
        expect(wireValue(await as(people.cho).get(`${path}?format=${format}`))).toEqual(expected);
    expect((await as(people.cho).get(`/event-instance/${fun}`)).json()).toMatchObject({ event_logo: '' });
  });

  test('answers 404 for an unknown event and 401 without a key', async () => {
    expect(await as(people.ann).get('/event-instance/999999')).toMatchObject({ status: 404, text: '' });
    expect((await as(people.ann).get('/event-instance/x')).status).toBe(404);
    expect(await nobody(service).get(`/event-instance/${may}`)).toMatchObject({ status: 401, text: '' });
  });
});

describe('GET /event-participant/[participant_id]/', () => {
  test('returns the participant in each format', async () => {
    for (const format of formats)
      expect(wireValue(await as(people.cho).get(`/event-participant/${anns}/?format=${format}`))).toEqual(ofAnn());
    expect((await participant(people.ann, anns)).user).toMatchObject({ email: people.ann.email });
    expect(await participant(people.ann, bobs)).toMatchObject({
      description: '',
      user_goal_in_miles: 0,
      total_miles_logged: 0,
      amount_per_mile: 0.25,
    });
  });

  test('has the XML form that older clients read', async () => {
    const { text } = await as(people.cho).get(`/event-participant/${anns}/?format=xml`);
    expect(text).toContain('<event-instance><end_date>2024-05-31T00:00:00.000000</end_date>');
    expect(text).toContain('<total_miles_logged type="float">11.0</total_miles_logged>');
    expect(text).toContain('<user_goal_in_miles type="integer">100</user_goal_in_miles>');
    expect(text).toContain('<active type="boolean">True</active>');
  });

  test('answers 404 for an unknown participant and for a blocked reader', async () => {
    expect(await as(people.ann).get('/event-participant/999999/')).toMatchObject({ status: 404, text: '' });
    await service.sql('insert into block (user_id, blocked_id) values (?, ?)', [people.bob.id, people.dan.id]);
    expect((await as(people.dan).get(`/event-participant/${bobs}/`)).status).toBe(404);
    const seen = (await participants(people.dan)).objects.map(({ id }) => id);
    expect(seen).toContain(anns);
    expect(seen).not.toContain(bobs);
    expect(await participants(people.dan, `?user_id=${people.bob.id}`)).toMatchObject({ meta: { total_count: 0 } });
    await service.sql('delete from block');
  });
});

// One endpoint has three labels:
// 'GET /event-participant/',
// 'GET /event-participant/?user_id={user_id}',
// 'GET /event-participant/?user_id={user_id}&status=hot'
describe('GET /event-participant/', () => {
  test('returns the participations of all users, newest first, in each format', async () => {
    const expected = await participants(people.cho);
    expect(expected.objects.map(({ id }) => id)).toEqual([bobs, anns]);
    expect(expected.objects[1]).toEqual(ofAnn());
    expect(expected.meta).toEqual({ limit: 20, offset: 0, total_count: 2, next: null, previous: null });
    for (const format of formats)
      expect(wireValue(await as(people.cho).get(`/event-participant/?format=${format}`))).toEqual(expected);
    expect((await nobody(service).get('/event-participant/')).status).toBe(401);
  });

  test('is paged', async () => {
    const first = await participants(people.ann, '?limit=1');
    expect(first.objects.map(({ id }) => id)).toEqual([bobs]);
    expect(first.meta).toEqual({
      limit: 1,
      offset: 0,
      total_count: 2,
      next: '/api/v1/event-participant/?limit=1&offset=1',
      previous: null,
    });
    const second = (await as(people.ann).sendTo('GET', first.meta.next ?? '')).json<typeof first>();
    expect(second.objects.map(({ id }) => id)).toEqual([anns]);
    expect(second.meta).toMatchObject({ next: null, previous: '/api/v1/event-participant/?limit=1&offset=0' });
    expect(await participants(people.ann, '?limit=0')).toMatchObject({ meta: { limit: 1000 } });
    for (const [query, text] of [
      ['limit=-1', 'limit: must be a whole number, not negative'],
      ['offset=x', 'offset: must be a number'],
      ['user_id=x', 'user_id: must be a number'],
      ['user_id=-1', 'user_id: must be a positive integer'],
      ['status=warm', 'status: must be one of hot'],
    ])
      expect(await as(people.ann).get(`/event-participant/?${query}`)).toMatchObject({ status: 400, text });
  });

  test('with ?user_id={user_id} returns those of one user, also ended ones; with &status=hot only hot ones', async () => {
    const query = `?user_id=${people.bob.id}`;
    const funs = await join(people.bob, fun);
    const ids = async (more = '') => (await participants(people.ann, `${query}${more}`)).objects.map(({ id }) => id);
    expect(await ids()).toEqual([funs, bobs]);
    expect(await ids('&status=hot')).toEqual([funs, bobs]);
    await leave(people.bob, funs);
    expect(await ids()).toEqual([funs, bobs]);
    // Until it has begun, whoever left is hot, and neither is active.
    expect(await ids('&status=hot')).toEqual([funs, bobs]);
    expect(await participants(people.ann, `${query}&status=hot`)).toMatchObject({ meta: { total_count: 2 } });
    expect((await participant(people.ann, funs)).active).toBe(false);
    expect(await participants(people.ann, '?user_id=999999')).toMatchObject({ meta: { total_count: 0 }, objects: [] });
    expect((await participants(people.ann, '?status=hot')).objects.map(({ id }) => id)).toEqual([funs, bobs, anns]);
    await join(people.bob, fun);
    expect(await ids('&status=hot')).toEqual([funs, bobs]);
  });

  test('with &status=hot also returns users who have left, before the event and in the week after it', async () => {
    const dora = await newPerson(service, 'Dora', 'Departed');
    service.clock.set('2031-01-01T00:00:00Z');
    const event = await newEvent(people.dan, { startDate: '2031-03-01T08:00:00', endDate: '2031-03-02T08:00:00' });
    const id = await join(dora, event);
    await leave(dora, id);
    for (const [moment, hot] of [
      ['2031-02-01T00:00:00Z', true],
      ['2031-03-01T07:59:59.999Z', true],
      ['2031-03-01T08:00:00Z', false],
      ['2031-03-02T07:59:59.999Z', false],
      ['2031-03-02T08:00:00Z', true],
      ['2031-03-09T07:59:59.999Z', true],
      ['2031-03-09T08:00:00Z', false],
    ] as const) {
      service.clock.set(moment);
      expect([moment, await participant(dora, id)]).toMatchObject([moment, { active: false }]);
      for (const query of [`?user_id=${dora.id}&status=hot`, '?status=hot&limit=0']) {
        const ids = (await participants(people.ann, query)).objects.map((one) => one.id);
        expect([moment, query, ids.includes(id)]).toEqual([moment, query, hot]);
      }
    }
    await service.sql('delete from event where id = ?', [event]);
    service.clock.set('2024-05-15T12:00:00Z');
  });

  test('takes the same number of statements for every page size', async () => {
    const ask = (person: Person, query: string) => countStatements(service, () => participants(person, query));
    expect(await ask(people.ann, '?limit=1')).toEqual(['participants_count', 'participants_page']);
    expect(await ask(people.ann, '?limit=2')).toEqual(['participants_count', 'participants_page']);
    expect(await ask(people.ann, '')).toEqual(['participants_page']);
  });
});
